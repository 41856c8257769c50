// Attachments in responses.
import * as z from 'zod'
import { groupBy } from '../../kernel/collections.js'
import { shownLogin, type Call } from '../../call/context.js'
import type { FieldFilter } from '../../kernel/field-filter.js'
import { flag, inFlagOrder, viewFlag, type Flag } from '../flags/flag.js'
import type { Reader, Row } from '../../schema/index.js'
import { loadPeople } from '../users/load-people.js'
import { content } from './fields.js'
import type { AttachmentRow } from './find.js'
import { loadContents } from './stored-content.js'

// Contract: Attachment.
export const attachmentView = z
  .object({
    id: z.int().meta({ ref: 'attachment', description: 'ID of the attachment.' }),
    bug_id: z.int().meta({ ref: 'bug', description: 'ID of its bug.' }),
    data: content.meta({ description: 'Content of the attachment.' }),
    size: z.int().meta({ description: 'Size of the content in bytes.' }),
    creation_time: z.date().meta({ description: 'Time when it was added.' }),
    last_change_time: z.date().meta({ description: 'Time of the last change.' }),
    file_name: z.string().meta({ ref: 'file', description: 'File name, without folders.' }),
    summary: z.string().meta({ description: 'One-line description.' }),
    content_type: z.string().meta({ description: 'Content type, such as `text/plain`.' }),
    is_private: z.boolean().meta({ description: 'Visible only to insiders and its creator.' }),
    is_obsolete: z.boolean().meta({ description: 'The attachment is obsolete.' }),
    is_patch: z.boolean().meta({ description: 'The attachment is a patch.' }),
    creator: z.string().meta({ ref: 'user', description: 'Login of its creator.' }),
    flags: z.array(flag).meta({ description: 'Flags, by sort key and name of their types, then by ID.' }),
  })
  .meta({ id: 'Attachment', description: 'An attachment of a bug.' })

export type AttachmentView = z.infer<typeof attachmentView>

/** Views of attachments by ID, with at most one select each for people, flags and contents. */
export async function viewAttachments(
  tx: Reader,
  call: Call,
  rows: readonly AttachmentRow[],
  filter: FieldFilter,
): Promise<Map<number, Partial<AttachmentView>>> {
  const ids = rows.map((row) => row.id)
  const flags = filter.wants('flags') ? await loadFlags(tx, call, ids) : []
  const people = filter.wants('creator') ? rows.map((row) => row.creator_id) : []
  const users = await loadPeople(tx, call, [...people, ...flags.flatMap(peopleOf)])
  const data = filter.wants('data') ? await loadContents(tx, rows) : undefined
  const login = (id: number) => shownLogin(call, users.get(id)?.login ?? '')
  const flagsOf = groupBy(flags, (row) => row.attachment_id)
  const ofFlags = filter.within('flags')
  const views = new Map<number, Partial<AttachmentView>>()
  for (const { creator_id, file_name_folded, summary_folded, ...row } of rows) {
    const own = (flagsOf.get(row.id) ?? []).flatMap((one) => {
      const type = call.catalogue.flagTypes.get(one.type_id)
      return type ? [ofFlags.pick(viewFlag(one, type, login)) as Flag] : []
    })
    const bytes = data && { data: data.get(row.id) ?? new Uint8Array() }
    views.set(row.id, filter.pick({ ...row, ...bytes, creator: login(creator_id), flags: own }))
  }
  return views
}

async function loadFlags(tx: Reader, { catalogue }: Call, ids: readonly number[]): Promise<Row<'flags'>[]> {
  if (ids.length === 0 || catalogue.flagTypes.size === 0) return []
  return inFlagOrder(catalogue, await tx.select({ from: 'flags', where: { col: 'attachment_id', in: ids } }))
}

function peopleOf({ setter_id, requestee_id }: Row<'flags'>): number[] {
  return requestee_id === null ? [setter_id] : [setter_id, requestee_id]
}
