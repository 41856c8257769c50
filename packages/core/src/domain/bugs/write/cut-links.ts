// Removes links of other bugs to bugs that are about to be deleted.
import type { Call } from '../../../call/context.js'
import { groupBy } from '../../../kernel/collections.js'
import type { Writer } from '../../../schema/index.js'
import { fieldTypes } from '../../../setup/standard-fields.js'
import { joinItems } from '../state/changes.js'

/** A link of another bug: its field in history, and its target. */
export interface CutLink {
  readonly bug_id: number
  readonly field: string
  readonly removed: string
}

/**
 * Cuts the links of other bugs to these: dependencies both ways, see-also links, custom fields, duplicates. A duplicate keeps its
 * resolution: it is one of something that is no more. Sentences of comments stay, which name no bug
 * that a reader cannot see.
 */
export async function cutLinks(tx: Writer, call: Call, ids: readonly number[]): Promise<CutLink[]> {
  const cut = [
    ...(await cutDependencies(tx, ids)),
    ...(await cutSeeAlso(tx, ids)),
    ...(await cutCustomFields(tx, call, ids)),
    ...(await cutDuplicates(tx, ids)),
  ]
  return oneForEachField(cut)
}

/** History has one entry per list field: the members, sorted and joined. */
function oneForEachField(cut: readonly CutLink[]): CutLink[] {
  return Array.from(groupBy(cut, ({ bug_id, field }) => `${bug_id} ${field}`).values()).flatMap((alike) => {
    const removed = joinItems(alike.map((one) => one.removed))
    return alike.slice(0, 1).map((one) => ({ ...one, removed }))
  })
}

async function cutDependencies(tx: Writer, ids: readonly number[]): Promise<CutLink[]> {
  const where = { or: [{ col: 'bug_id', in: ids } as const, { col: 'depends_on_id', in: ids } as const] }
  const rows = await tx.select({ from: 'bug_dependencies', where })
  await tx.delete('bug_dependencies', where)
  const gone = new Set(ids)
  return rows.flatMap(({ bug_id, depends_on_id }): CutLink[] => {
    if (gone.has(bug_id) && gone.has(depends_on_id)) return []
    return gone.has(bug_id)
      ? [{ bug_id: depends_on_id, field: 'blocks', removed: String(bug_id) }]
      : [{ bug_id, field: 'depends_on', removed: String(depends_on_id) }]
  })
}

async function cutSeeAlso(tx: Writer, ids: readonly number[]): Promise<CutLink[]> {
  const where = { and: [{ col: 'local_bug_id', in: ids } as const, { not: { col: 'bug_id', in: ids } } as const] }
  const rows = await tx.select({ from: 'bug_see_also', where, columns: ['bug_id', 'url'] })
  await tx.delete('bug_see_also', where)
  return rows.map(({ bug_id, url }) => ({ bug_id, field: 'see_also', removed: url }))
}

async function cutCustomFields(tx: Writer, { catalogue }: Call, ids: readonly number[]): Promise<CutLink[]> {
  const fields = new Map(
    [...catalogue.fields].flatMap(({ id, name, type }) => (type === fieldTypes.bugId ? [[id, name]] : [])),
  )
  if (fields.size === 0) return []
  const where = {
    and: [
      { col: 'field_id', in: [...fields.keys()] } as const,
      { col: 'number', in: ids } as const,
      { not: { col: 'bug_id', in: ids } } as const,
    ],
  }
  const rows = await tx.select({ from: 'custom_values', where, columns: ['bug_id', 'field_id', 'number'] })
  await tx.delete('custom_values', where)
  return rows.map(({ bug_id, field_id, number }) => ({
    bug_id,
    field: fields.get(field_id) ?? '',
    removed: String(number),
  }))
}

async function cutDuplicates(tx: Writer, ids: readonly number[]): Promise<CutLink[]> {
  const where = { and: [{ col: 'dupe_of', in: ids } as const, { not: { col: 'id', in: ids } } as const] }
  const rows = await tx.select({ from: 'bugs', where, columns: ['id', 'dupe_of'] })
  await tx.update('bugs', where, { dupe_of: null })
  return rows.map(({ id, dupe_of }) => ({ bug_id: id, field: 'dupe_of', removed: String(dupe_of) }))
}
