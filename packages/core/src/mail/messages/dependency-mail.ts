// Mail about a bug that another one waits for, and that was opened or closed.
import type { User } from '../../call/context.js'
import { internalNameOf } from '../../domain/bugs/fields/names.js'
import { createCutter } from './cut.js'
import type { Content } from './content.js'
import { bugHeaders, reasonHeaders, reasonSentences } from './headers.js'
import { seenBlocker } from '../recipients/seen-by-reader.js'
import { renderChange, renderPerson, toBug, viewForHeaders } from './render.js'
import type { MessageParts, MailJob } from './job.js'
import { replyTo } from './reply.js'

export async function dependencyMail(
  { row, snapshot, templates }: MailJob,
  user: User,
  { payload, ...known }: Content & { readonly kind: 'dependency' },
): Promise<MessageParts | undefined> {
  const { catalogue } = snapshot
  const seen = known.seen ?? (await seenBlocker({ snapshot, user, bugId: row.bug_id ?? 0 }, payload))
  if (!seen) return undefined
  const call = snapshot.callBy(user.id)
  const bug = await viewForHeaders(snapshot, call, seen.bug)
  if (!bug) return undefined
  const { holds, is_global } = payload
  const by = renderPerson(snapshot, payload.by)
  const cut = createCutter('value')
  const reply = replyTo(call, user, { bugId: seen.bug.id, isPrivate: false })
  const text = templates.dependency({
    bug: toBug(catalogue, seen.bug),
    blocker: toBug(catalogue, seen.blocker),
    by,
    at: row.creation_time,
    changes: seen.changes.map((change) => renderChange(catalogue, change, cut)),
    reasons: reasonSentences(catalogue, holds, is_global),
    reply: reply.line,
  })
  const headers = {
    ...reply.headers,
    ...reasonHeaders(holds, is_global),
    ...bugHeaders(catalogue, bug, seen.bug.product_id),
    'X-Tracker-Who': by.login,
    'X-Tracker-Changed-Fields': seen.changes.map((change) => internalNameOf(change.field)).join(' '),
  }
  return { ...text, type: 'dep_changed', headers, subscription: { kind: 'bug', id: seen.bug.id } }
}
