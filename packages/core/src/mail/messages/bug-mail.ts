// Mail about a bug that was filed or changed.
import type { Bug } from '../../domain/bugs/fields/bug.js'
import { loadBugViews } from '../../domain/bugs/view/load.js'
import { mentionedBugs } from '../../access/hidden-references.js'
import { isOn, type Catalogue } from '../../setup/catalogue.js'
import type { Call, User } from '../../call/context.js'
import { apiNameOf, internalNameOf } from '../../domain/bugs/fields/names.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { createCutter, type Cutter } from './cut.js'
import type { MailReason } from '../../call/mail-fact.js'
import type { Content } from './content.js'
import { bugHeaders, reasonHeaders, reasonSentences } from './headers.js'
import type { Subscription } from '../unsubscribe/token.js'
import { seenChange } from '../recipients/seen-by-reader.js'
import { renderBugs, renderChange, renderComment, renderPerson, textOfValue, toBug, viewForHeaders } from './render.js'
import type { MessageParts, MailJob } from './job.js'
import type { MailSnapshot } from '../snapshot/mail-snapshot.js'
import type { Seen } from '../snapshot/seen.js'
import { replyTo } from './reply.js'
import type { BugMail } from './templates.js'

const allFields = createFieldFilter({})

export async function bugMail(
  job: MailJob,
  user: User,
  content: Content & { readonly kind: 'bug' },
): Promise<MessageParts | undefined> {
  const { row, snapshot, templates } = job
  const { catalogue } = snapshot
  const { payload } = content
  const seen = content.seen ?? (await seenChange({ snapshot, user, bugId: row.bug_id ?? 0 }, payload))
  if (!seen) return undefined
  const { is_new, is_global, by } = payload
  const { holds } = seen
  const call = snapshot.callBy(user.id)
  const key = JSON.stringify(['mail', seen.bug.id, is_new, payload.history, payload.comments])
  const common = await snapshot.once(call, key, () => commonParts(snapshot, call, seen, is_new))
  if (!common) return undefined
  const author = renderPerson(snapshot, by)
  const reply = replyTo(call, user, { bugId: seen.bug.id, isPrivate: common.isPrivate })
  const text = templates.bug({
    ...copied(common.data),
    is_new,
    by: author,
    at: row.creation_time,
    reasons: reasonSentences(catalogue, holds, is_global),
    reply: reply.line,
  })
  return {
    ...text,
    type: is_new ? 'new' : 'changed',
    headers: {
      ...reply.headers,
      ...reasonHeaders(holds, is_global),
      ...common.headers,
      'X-Tracker-Who': author.login,
      'X-Tracker-Changed-Fields': common.changed,
    },
    subscription: subscriptionOf(holds, is_global, seen.bug.id),
  }
}

/** The parts of a message that are the same for all who see the same. */
async function commonParts(snapshot: MailSnapshot, call: Call, seen: Seen, isNew: boolean) {
  const { catalogue, reader } = snapshot
  const { changes, comments } = seen
  const bug = isNew
    ? (await loadBugViews(reader, call, [seen.bug], allFields))[0]
    : await viewForHeaders(snapshot, call, seen.bug)
  if (!bug) return undefined
  const mentioned = isNew ? [...bug.depends_on, ...bug.blocks] : mentionedBugs(catalogue, changes)
  const [cutValue, cutComment] = [createCutter('value'), createCutter('comment')]
  const data: CommonFacts = {
    bug: toBug(catalogue, seen.bug),
    fields: isNew ? fieldsOf(catalogue, bug, cutValue) : [],
    changes: changes.map((change) => renderChange(catalogue, change, cutValue)),
    comments: comments.map((comment) => renderComment(catalogue, comment, cutComment)),
    related: await renderBugs(snapshot, call, mentioned),
  }
  const hasNewAttachment = comments.some((comment) => comment.type === 'attachment_created')
  const fields = changes.map((change) => internalNameOf(change.field))
  return {
    data,
    headers: bugHeaders(catalogue, bug, seen.bug.product_id),
    changed: [...fields, ...(hasNewAttachment ? ['attachments.created'] : [])].join(' '),
    isPrivate: comments.some((one) => one.is_private),
  }
}

/** The facts that messages to readers who see the same share. */
type CommonFacts = Pick<BugMail, 'bug' | 'fields' | 'changes' | 'comments' | 'related'>

/** Templates of programs may change their data. */
function copied({ bug, fields, changes, comments, related }: CommonFacts): CommonFacts {
  const copy = <T extends object>(list: readonly T[]) => list.map((one) => ({ ...one }))
  return {
    bug: { ...bug },
    fields: copy(fields),
    changes: copy(changes),
    comments: copy(comments),
    related: copy(related),
  }
}

/** Email for the only reason that a place is followed ends for that place, other email for the bug. */
function subscriptionOf(holds: readonly MailReason[], isGlobal: boolean, bugId: number): Subscription {
  const [first] = holds
  return first?.place && holds.length === 1 && !isGlobal ? first.place : { kind: 'bug', id: bugId }
}

/** Returns the fields of a new bug that have a value and are included in mail. */
function fieldsOf(catalogue: Catalogue, bug: Bug, cut: Cutter): { label: string; value: string }[] {
  const isShown = (name: string) => name !== 'classification' || isOn(catalogue, 'useclassification')
  return [...catalogue.fields]
    .filter((field) => field.is_in_new_mail && !field.is_obsolete && isShown(field.name))
    .map((field) => ({ label: field.display_name, value: cut(textOfValue(bug[apiNameOf(field.name) as keyof Bug])) }))
    .filter(({ value }) => value !== '')
}
