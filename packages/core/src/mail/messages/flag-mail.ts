// Mail about a flag.
import { visibleAttachments } from '../../access/visibility.js'
import type { Call } from '../../call/context.js'
import { shownLogin } from '../../call/context.js'
import { createCutter } from './cut.js'
import type { Content } from './content.js'
import { outcomeOf } from '../snapshot/flag-readers.js'
import { bugHeaders } from './headers.js'
import { seenFlag } from '../recipients/seen-by-reader.js'
import type { MailSnapshot } from '../snapshot/mail-snapshot.js'
import { urlOfAttachment } from '../../domain/comments/addresses.js'
import { renderComment, renderPerson, toBug, viewForHeaders } from './render.js'
import type { FlagMail } from './templates.js'
import type { MessageParts, MailJob } from './job.js'
import { replyTo } from './reply.js'

export async function flagMail(
  { row, snapshot, user, templates }: MailJob,
  { payload, ...known }: Content & { readonly kind: 'flag' },
): Promise<MessageParts | undefined> {
  const { catalogue } = snapshot
  const { flag } = payload
  const seen = known.seen ?? (await seenFlag(snapshot, user, row.bug_id ?? 0, payload))
  const type = catalogue.flagTypes.get(flag.type_id)
  if (!seen || !type) return undefined
  const call = snapshot.callBy(user?.id ?? null)
  const bug = await viewForHeaders(snapshot, call, seen.bug)
  if (!bug) return undefined
  const requestee = (flag.after ?? flag.before)?.requestee_id ?? null
  const by = renderPerson(snapshot, payload.by, call)
  const cut = createCutter('comment')
  const isPrivate = seen.comments.some((comment) => comment.is_private)
  const reply = replyTo(call, user, { bugId: seen.bug.id, isPrivate })
  const text = templates.flag({
    bug: toBug(catalogue, seen.bug),
    by,
    at: row.creation_time,
    flag: {
      name: type.name,
      outcome: outcomeOf(flag),
      requestee: requestee === null ? null : shownLogin(call, snapshot.user(requestee)?.login ?? ''),
    },
    attachment: await renderAttachment(snapshot, call, flag.attachment_id),
    comments: seen.comments.map((comment) => renderComment(catalogue, comment, cut)),
    reply: reply.line,
  })
  return {
    ...text,
    type: 'request',
    subscription: { kind: 'bug', id: seen.bug.id },
    headers: { ...reply.headers, ...bugHeaders(catalogue, bug, seen.bug.product_id), 'X-Tracker-Who': by.login },
  }
}

async function renderAttachment(
  { reader, catalogue }: MailSnapshot,
  call: Call,
  id: number | null,
): Promise<FlagMail['attachment']> {
  if (id === null) return null
  const where = { and: [{ col: 'id', eq: id } as const, visibleAttachments(call)] }
  const [attachment] = await reader.select({ from: 'attachments', where })
  return attachment ? { id, summary: attachment.summary, url: urlOfAttachment(catalogue, id) } : null
}
