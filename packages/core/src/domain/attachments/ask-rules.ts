// Asks rules of the embedding program about attachments.
import type { Call } from '../../call/context.js'
import type { Reader } from '../../schema/index.js'
import type { BugRow } from '../../access/find-bugs.js'
import { askAboutParts, type WrittenPart } from '../bugs/write/ask-about-parts.js'
import { inFlagOrder, viewFlag } from '../flags/flag.js'
import type { FlagState } from '../flags/plan.js'
import { createUserCache } from '../users/user-cache.js'
import type { AttachmentRow } from './find.js'
import type { PlannedAttachment } from './plan.js'
import { loadContents } from './stored-content.js'

type Shown = Pick<
  AttachmentRow,
  'id' | 'file_name' | 'summary' | 'content_type' | 'size' | 'is_patch' | 'is_private' | 'is_obsolete'
>

/** An attachment that is new, with its flags. */
export interface NewAttachment {
  readonly bug: BugRow
  readonly row: Shown
  readonly flags: readonly FlagState[]
  readonly data: Uint8Array
}

/** @throws rule_refused, rule_failed */
export async function askAboutNew(tx: Reader, call: Call, made: readonly NewAttachment[]): Promise<void> {
  if (!call.rules?.of('attachment.create').length) return
  const show = await openView(
    tx,
    call,
    made.flatMap(({ flags }) => flags),
  )
  const parts = made.map(({ bug, row, flags, data }): WrittenPart => {
    // Rules read a copy: the bytes themselves are stored.
    return { bug, view: { before: null, after: show(row, flags), data: async () => data.slice() } }
  })
  await askAboutParts(tx, call, 'attachment.create', parts)
}

/** The same for attachments that are changed. */
export async function askAboutChanged(
  tx: Reader,
  call: Call,
  planned: readonly PlannedAttachment[],
  bugOf: (id: number) => BugRow | undefined,
): Promise<void> {
  if (!call.rules?.of('attachment.update').length) return
  const states = planned.flatMap(({ flags }) => [...flags.before, ...flags.after])
  const show = await openView(tx, call, states)
  const parts = planned.flatMap(({ before, after, flags }): WrittenPart[] => {
    const bug = bugOf(before.bug_id)
    const data = async () => (await loadContents(tx, [before])).get(before.id) ?? new Uint8Array()
    return bug ? [{ bug, view: { before: show(before, flags.before), after: show(after, flags.after), data } }] : []
  })
  await askAboutParts(tx, call, 'attachment.update', parts)
}

async function openView(tx: Reader, { catalogue }: Call, states: readonly FlagState[]) {
  const ids = states.flatMap(({ setter_id, requestee_id }) => [setter_id, requestee_id])
  const people = await createUserCache(tx, catalogue).users(ids.filter((id) => id !== null))
  return (row: Shown, flags: readonly FlagState[]): object => {
    const { id, file_name, summary, content_type, size, is_patch, is_private, is_obsolete } = row
    const rows = inFlagOrder(
      catalogue,
      flags.map((flag) => ({ id: 0, ...flag })),
    )
    const shown = rows.flatMap((flag) => {
      const type = catalogue.flagTypes.get(flag.type_id)
      return type ? [viewFlag(flag, type, (user) => people.get(user)?.login ?? '')] : []
    })
    return { id, file_name, summary, content_type, size, is_patch, is_private, is_obsolete, flags: shown }
  }
}
