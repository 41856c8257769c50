// Mail about a bug that was filed or changed.
import type { Bug } from '../../domain/bugs/fields/bug.js'
import { loadBugViews } from '../../domain/bugs/view/load.js'
import { mentionedBugs } from '../../access/hidden-references.js'
import { isOn, type Catalogue } from '../../setup/catalogue.js'
import type { User } from '../../call/context.js'
import { apiNameOf, internalNameOf } from '../../domain/bugs/fields/names.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { createCutter, type Cutter } from './cut.js'
import type { BugPayload, MailReason } from '../../call/mail-fact.js'
import { bugHeaders, headerFields, reasonHeaders, reasonSentences } from './headers.js'
import type { Subscription } from '../unsubscribe/token.js'
import { seenChange } from '../recipients/seen-by-reader.js'
import { renderBugs, renderChange, renderComment, renderPerson, textOfValue, toBug } from './render.js'
import type { MessageParts, MailJob } from './job.js'
import { replyTo } from './reply.js'

const allFields = createFieldFilter({})

export async function bugMail(job: MailJob, user: User, payload: BugPayload): Promise<MessageParts | undefined> {
  const { row, snapshot, templates } = job
  const { catalogue, reader } = snapshot
  const seen = await seenChange({ snapshot, user, bugId: row.bug_id ?? 0 }, payload)
  if (!seen) return undefined
  const { is_new, is_global, by } = payload
  const { holds } = seen
  const call = snapshot.callBy(user.id)
  const [bug] = await loadBugViews(reader, call, [seen.bug], is_new ? allFields : headerFields)
  if (!bug) return undefined
  const author = renderPerson(snapshot, by)
  const mentioned = is_new ? [...bug.depends_on, ...bug.blocks] : mentionedBugs(catalogue, seen.changes)
  const reply = replyTo(call, user, {
    bugId: seen.bug.id,
    isPrivate: seen.comments.some((one) => one.is_private),
  })
  const [cutValue, cutComment] = [createCutter('value'), createCutter('comment')]
  const text = templates.bug({
    bug: toBug(catalogue, seen.bug),
    is_new,
    by: author,
    at: row.creation_time,
    fields: is_new ? fieldsOf(catalogue, bug, cutValue) : [],
    changes: seen.changes.map((change) => renderChange(catalogue, change, cutValue)),
    comments: seen.comments.map((comment) => renderComment(catalogue, comment, cutComment)),
    related: await renderBugs(snapshot, call, mentioned),
    reasons: reasonSentences(catalogue, holds, is_global),
    reply: reply.line,
  })
  const hasNewAttachment = seen.comments.some((comment) => comment.type === 'attachment_created')
  const fields = seen.changes.map((change) => internalNameOf(change.field))
  const headers = {
    ...reply.headers,
    ...reasonHeaders(holds, is_global),
    ...bugHeaders(catalogue, bug, seen.bug.product_id),
    'X-Tracker-Who': author.login,
    'X-Tracker-Changed-Fields': [...fields, ...(hasNewAttachment ? ['attachments.created'] : [])].join(' '),
  }
  return {
    ...text,
    type: is_new ? 'new' : 'changed',
    headers,
    subscription: subscriptionOf(holds, is_global, seen.bug.id),
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
