// The data that messages need.
import type { OutboxRow } from '../../call/mail-outbox.js'
import type { Need } from '../snapshot/mail-snapshot.js'
import type { Content } from './content.js'

/** A message to make. */
export interface Unmade extends Pick<OutboxRow, 'bug_id' | 'user_id'> {
  readonly content: Content
}

export function needOf(messages: readonly Unmade[]): Need {
  const contents = messages.map(({ content }) => content)
  const bugs = contents.flatMap((one) => (one.kind === 'bug' ? one.payload : []))
  const blockers = contents.flatMap((one) => (one.kind === 'dependency' ? one.payload : []))
  const flags = contents.flatMap((one) => (one.kind === 'flag' ? one.payload : []))
  const invited = contents.flatMap((one) =>
    one.kind === 'account' && one.payload.what === 'invited' ? one.payload.by : [],
  )
  return {
    bugs: idsOf([...messages.map((message) => message.bug_id), ...blockers.map(({ blocker }) => blocker)]),
    fields: bugs.some(({ is_new }) => is_new) ? 'all' : 'headers',
    history: idsOf([...bugs, ...blockers].flatMap(({ history }) => history)),
    comments: idsOf([...bugs, ...flags].flatMap(({ comments }) => comments)),
    attachments: idsOf(flags.map(({ flag }) => flag.attachment_id)),
    people: idsOf([
      ...[...bugs, ...blockers, ...flags].map(({ by }) => by),
      ...invited,
      ...flags.flatMap(({ flag }) => [flag.before?.requestee_id, flag.after?.requestee_id]),
    ]),
    recipients: idsOf(messages.map((message) => message.user_id)),
  }
}

function idsOf(ids: readonly (number | null | undefined)[]): number[] {
  return [...new Set(ids)].filter((id) => id !== null && id !== undefined)
}
