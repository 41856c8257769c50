// Mail about a flag.
import { visibleAttachments } from '../../access/visibility.js'
import { loadBugViews } from '../../domain/bugs/view/load.js'
import type { Call } from '../../call/context.js'
import { shownLogin } from '../../call/context.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { createCutter } from './cut.js'
import type { FlagPayload } from '../../call/mail-fact.js'
import { outcomeOf } from '../snapshot/flag-readers.js'
import { bugHeaders } from './headers.js'
import { hearsOfFlag } from '../recipients/hears.js'
import type { Material } from '../snapshot/material.js'
import { shownComment, shownPerson, toBug, urlOfAttachment } from './shown.js'
import type { FlagMail } from './templates.js'
import type { Draft, Letter } from './job.js'

export async function flagMail(
  { row, material, user, templates }: Letter,
  payload: FlagPayload,
): Promise<Draft | undefined> {
  const { catalogue, reader } = material
  const { flag } = payload
  const seen = await hearsOfFlag(material, user, row.bug_id ?? 0, payload)
  const type = catalogue.flagTypes.get(flag.type_id)
  if (!seen || !type) return undefined
  const call = material.callBy(user?.id ?? null)
  const filter = createFieldFilter({ exclude_fields: ['cc', 'cc_detail'] })
  const [bug] = await loadBugViews(reader, call, [seen.bug], filter)
  if (!bug) return undefined
  const requestee = (flag.after ?? flag.before)?.requestee_id ?? null
  const by = shownPerson(material, payload.by, call)
  const cut = createCutter('comment')
  const text = templates.flag({
    bug: toBug(catalogue, seen.bug),
    by,
    at: row.creation_time,
    flag: {
      name: type.name,
      outcome: outcomeOf(flag),
      requestee: requestee === null ? null : shownLogin(call, material.user(requestee)?.login ?? ''),
    },
    attachment: await shownAttachment(material, call, flag.attachment_id),
    comments: seen.comments.map((comment) => shownComment(catalogue, comment, cut)),
  })
  return {
    ...text,
    type: 'request',
    headers: { ...bugHeaders(catalogue, bug, seen.bug.product_id), 'X-Tracker-Who': by.login },
  }
}

async function shownAttachment(
  { reader, catalogue }: Material,
  call: Call,
  id: number | null,
): Promise<FlagMail['attachment']> {
  if (id === null) return null
  const where = { and: [{ col: 'id', eq: id } as const, visibleAttachments(call)] }
  const [attachment] = await reader.select({ from: 'attachments', where })
  return attachment ? { id, summary: attachment.summary, url: urlOfAttachment(catalogue, id) } : null
}
