// Writes the data of imported bugs beside their rows, for all bugs together.
import { bugIdInUrl, urlOfBug } from '../../access/bug-url.js'
import { contentType } from '../../domain/attachments/fields.js'
import { isTextual } from '../../domain/attachments/content.js'
import { rewriteTexts } from '../../domain/attachments/write.js'
import type { NewRow, Row } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import type { Batch } from './batch.js'
import { putCodeLinks } from './put-code-links.js'
import { existingBugs, putLinks } from './put-links.js'
import { putComments } from './put-comments.js'
import { idsByBug, type NewParts, type Planned } from './planned.js'
import { flagTypeIds } from './put-flag-types.js'
import { putHistory } from './put-history.js'
import { flagTypeOf, unique } from './resolve-bug.js'

/** @param people IDs by folded login name, for all people named in the bugs */
export async function writeParts(
  batch: Batch,
  planned: readonly Planned[],
  people: ReadonlyMap<string, number>,
): Promise<Map<number, NewParts>> {
  const { tx } = batch
  const idOf = (login: string) => people.get(fold(login)) as number
  const ids = planned.map(({ bug }) => bug.id)
  const ofBugs = { col: 'bug_id', in: ids } as const
  if (planned.some(({ isNew }) => !isNew))
    for (const entity of [
      'bug_aliases',
      'bug_cc',
      'bug_groups',
      'bug_keywords',
      'bug_see_also',
      'custom_values',
      'flags',
    ] as const)
      await tx.delete(entity, ofBugs)
  await insertSets(batch, planned, idOf)
  await putLinks(batch, planned)
  await putSeeAlso(batch, planned)
  await linkSeeAlso(batch, planned)
  await putCodeLinks(batch, planned)
  const attachments = await putAttachments(batch, planned, idOf)
  await putFlags(batch, planned, idOf)
  const comments = await putComments(batch, planned, idOf)
  const history = await putHistory(batch, planned, idOf)
  const ofBug = (all: ReadonlyMap<number, readonly number[]>, id: number) => all.get(id) ?? []
  return new Map(
    ids.map((id) => [
      id,
      { history: ofBug(history, id), comments: ofBug(comments, id), attachments: ofBug(attachments, id) },
    ]),
  )
}

async function insertSets({ tx }: Batch, planned: readonly Planned[], idOf: (login: string) => number): Promise<void> {
  const aliases = planned.flatMap(({ bug }) =>
    bug.alias.map((alias) => ({ bug_id: bug.id, alias, alias_folded: fold(alias) })),
  )
  const cc = planned.flatMap(({ bug }) => unique(bug.cc.map(idOf)).map((user_id) => ({ bug_id: bug.id, user_id })))
  const groups = planned.flatMap(({ bug, place }) => place.groups.map((group_id) => ({ bug_id: bug.id, group_id })))
  const keywords = planned.flatMap(({ bug, place }) =>
    place.keywords.map((keyword_id) => ({ bug_id: bug.id, keyword_id })),
  )
  const custom = planned.flatMap(({ bug, place }) => place.custom.map((value) => ({ ...value, bug_id: bug.id })))
  if (aliases.length > 0) await tx.insert('bug_aliases', aliases)
  if (cc.length > 0) await tx.insert('bug_cc', cc)
  if (groups.length > 0) await tx.insert('bug_groups', groups)
  if (keywords.length > 0) await tx.insert('bug_keywords', keywords)
  if (custom.length > 0) await tx.insert('custom_values', custom)
}

async function putSeeAlso({ tx, catalogue }: Batch, planned: readonly Planned[]): Promise<void> {
  const links = planned.flatMap(({ bug }) => {
    const byUrl = new Map(bug.see_also.map((url) => [fold(url), url]))
    return Array.from(byUrl, ([url_folded, url]) => ({
      bug_id: bug.id,
      url,
      url_folded,
      local: bugIdInUrl(catalogue, url),
    }))
  })
  if (links.length === 0) return
  const there = await existingBugs({ tx }, unique(links.flatMap(({ local }) => local ?? [])))
  const rows = links.map(({ local, ...row }) => ({
    ...row,
    local_bug_id: local !== undefined && there.has(local) ? local : null,
  }))
  await tx.insert('bug_see_also', rows)
}

/** Readers who cannot see these bugs do not see links to them either, also those that were imported earlier. */
async function linkSeeAlso({ tx, catalogue }: Batch, planned: readonly Planned[]): Promise<void> {
  const urls = planned.flatMap(({ bug, isNew }) => (isNew ? [fold(urlOfBug(catalogue, bug.id))] : []))
  if (urls.length === 0 || catalogue.parameters.urlbase === '') return
  const unlinked = { and: [{ col: 'url_folded', in: urls } as const, { col: 'local_bug_id', eq: null } as const] }
  const found = await tx.select({ from: 'bug_see_also', where: unlinked, columns: ['url'] })
  for (const url of unique(found.map((link) => link.url))) {
    const local_bug_id = bugIdInUrl(catalogue, url)
    if (local_bug_id !== undefined)
      await tx.update(
        'bug_see_also',
        {
          and: [
            { col: 'url_folded', eq: fold(url) },
            { col: 'url', eq: url },
          ],
        },
        { local_bug_id },
      )
  }
}

const anyType = 'application/octet-stream'

/** Content of an unknown type is stored as binary, as browsers treat it. */
function typeHere(is_patch: boolean, given: string): string {
  if (is_patch) return 'text/plain'
  const parsed = contentType.safeParse(given)
  return parsed.success && parsed.data !== '' ? parsed.data : anyType
}

async function putAttachments(
  { tx }: Batch,
  planned: readonly Planned[],
  idOf: (login: string) => number,
): Promise<Map<number, number[]>> {
  const where = { col: 'bug_id', in: planned.map(({ bug }) => bug.id) } as const
  const stored = await tx.select({ from: 'attachments', where, columns: ['id', 'size', 'content_type'] })
  const there = new Map(stored.map((row) => [row.id, row]))
  const rows: Row<'attachments'>[] = planned.flatMap(({ bug }) =>
    bug.attachments.map(({ flags: _flags, creator, content_type, ...given }) => ({
      ...given,
      content_type: typeHere(given.is_patch, content_type),
      bug_id: bug.id,
      creator_id: idOf(creator),
      file_name_folded: fold(given.file_name),
      summary_folded: fold(given.summary),
      // The content is a separate record.
      size: there.get(given.id)?.size ?? 0,
    })),
  )
  for (const { bug, problems } of planned)
    for (const { id, content_type, is_patch } of bug.attachments)
      if (typeHere(is_patch, content_type) === anyType && content_type.toLowerCase() !== anyType)
        problems.push(`attachment ${id} has the content type '${content_type}', which is none; it is ${anyType} here`)
  const gone = [...there.keys()].filter((id) => rows.every((row) => row.id !== id))
  if (gone.length > 0) {
    for (const entity of ['attachment_data', 'attachment_parts'] as const)
      await tx.delete(entity, { col: 'attachment_id', in: gone })
    await tx.delete('attachments', { col: 'id', in: gone })
  }
  if (rows.length > 0) await tx.put('attachments', rows)
  await rewriteTexts(
    tx,
    rows.flatMap((after) => {
      const before = there.get(after.id)
      return before ? [{ before, after }] : []
    }),
  )
  const added = rows.filter(({ id }) => !there.has(id))
  if (added.length > 0)
    await tx.insert(
      'attachment_data',
      added.map(({ id, content_type }) => ({
        attachment_id: id,
        data: new Uint8Array(),
        text_folded: isTextual(content_type) ? '' : null,
      })),
    )
  return idsByBug(added)
}

async function putFlags(batch: Batch, planned: readonly Planned[], idOf: (login: string) => number): Promise<void> {
  const { tx, catalogue } = batch
  const types = { catalogue, typeIds: await flagTypeIds(batch) }
  const rows = planned.flatMap(({ bug, place }) => {
    const row = (flag: (typeof bug.flags)[number], attachment_id: number | null) => ({
      ...(flag.id !== undefined && { id: flag.id }),
      type_id: flagTypeOf(types, flag, attachment_id === null ? 'bug' : 'attachment', place.columns).id,
      bug_id: bug.id,
      attachment_id,
      status: flag.status,
      setter_id: idOf(flag.setter),
      requestee_id: flag.requestee ? idOf(flag.requestee) : null,
      creation_date: flag.creation_date,
      modification_date: flag.modification_date,
    })
    return [
      ...bug.flags.map((flag) => row(flag, null)),
      ...bug.attachments.flatMap(({ id, flags }) => flags.map((flag) => row(flag, id))),
    ]
  })
  if (rows.length === 0) return
  const given = rows.flatMap((row) => ('id' in row ? [row.id] : []))
  const taken =
    given.length === 0 ? [] : await tx.select({ from: 'flags', where: { col: 'id', in: given }, columns: ['id'] })
  const takenIds = new Set(taken.map(({ id }) => id))
  const withIds: NewRow<'flags'>[] = []
  const without: NewRow<'flags'>[] = []
  for (const { id, ...row } of rows) {
    if (id === undefined || takenIds.has(id)) without.push(row)
    else {
      withIds.push({ ...row, id })
      takenIds.add(id)
    }
  }
  if (withIds.length > 0) await tx.insert('flags', withIds)
  if (without.length > 0) await tx.insert('flags', without)
}
