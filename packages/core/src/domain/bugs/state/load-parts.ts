// Loads parts of bugs, one select for each, which do not wait for each other.
import { groupBy } from '../../../kernel/collections.js'
import type { Reader } from '../../../schema/index.js'
import type { BugRow } from '../../../access/find-bugs.js'
import type { BugParts, PartName } from '../fields/bug-parts.js'

type Loaded = { readonly [K in PartName]?: ReadonlyMap<number, BugParts[K]> }

/** The parts of each of the bugs. */
export async function loadParts(
  tx: Reader,
  rows: readonly BugRow[],
  parts: ReadonlySet<PartName>,
): Promise<Map<number, Partial<BugParts>>> {
  const ids = [...new Set(rows.map((row) => row.id))]
  if (ids.length === 0) return new Map()
  const found = await Promise.all([...parts].map(async (name) => [name, await loaders[name](tx, ids, rows)] as const))
  const loaded: Loaded = Object.fromEntries(found)
  return new Map(ids.map((id) => [id, partsOf(loaded, parts, id)]))
}

type Loader<K extends PartName> = (
  tx: Reader,
  ids: readonly number[],
  rows: readonly BugRow[],
) => Promise<ReadonlyMap<number, BugParts[K]>>

const loaders: { readonly [K in PartName]: Loader<K> } = {
  aliases: loadAliases,
  cc: loadCc,
  groups: (tx, _ids, rows) => loadGroups(tx, rows),
  keywords: loadKeywords,
  dependencies: loadDependencies,
  see_also: loadSeeAlso,
  custom: loadCustom,
  flags: loadFlags,
}

function partsOf(loaded: Loaded, parts: ReadonlySet<PartName>, id: number): Partial<BugParts> {
  return Object.fromEntries([...parts].map((name) => [name, loaded[name]?.get(id)]))
}

/** Builds a value per bug from its rows; a bug without rows gets `made([])`. */
function each<R extends { readonly bug_id: number }, T>(
  ids: readonly number[],
  rows: readonly R[],
  made: (rows: readonly R[]) => T,
): Map<number, T> {
  const ofBugs = groupBy(rows, (row) => row.bug_id)
  return new Map(ids.map((id) => [id, made(ofBugs.get(id) ?? [])]))
}

async function loadAliases(tx: Reader, ids: readonly number[]) {
  const where = { col: 'bug_id', in: ids } as const
  const rows = await tx.select({ from: 'bug_aliases', where, columns: ['bug_id', 'alias'] })
  return each(ids, rows, (own) => own.map(({ alias }) => alias))
}

async function loadCc(tx: Reader, ids: readonly number[]) {
  const rows = await tx.select({ from: 'bug_cc', where: { col: 'bug_id', in: ids } })
  return each(ids, rows, (own) => new Set(own.map((row) => row.user_id)))
}

async function loadGroups(tx: Reader, bugs: readonly BugRow[]) {
  const ids = bugs.map((bug) => bug.id)
  const isPublic = bugs.every((bug) => bug.group_count === 0)
  const rows = isPublic ? [] : await tx.select({ from: 'bug_groups', where: { col: 'bug_id', in: ids } })
  return each(ids, rows, (own) => new Set(own.map((row) => row.group_id)))
}

async function loadKeywords(tx: Reader, ids: readonly number[]) {
  const rows = await tx.select({ from: 'bug_keywords', where: { col: 'bug_id', in: ids } })
  return each(ids, rows, (own) => new Set(own.map((row) => row.keyword_id)))
}

async function loadDependencies(tx: Reader, ids: readonly number[]) {
  const where = { or: [{ col: 'bug_id', in: ids } as const, { col: 'depends_on_id', in: ids } as const] }
  const rows = await tx.select({ from: 'bug_dependencies', where })
  const waits = groupBy(rows, (row) => row.bug_id)
  const blocks = groupBy(rows, (row) => row.depends_on_id)
  return new Map(
    ids.map((id) => [
      id,
      {
        depends_on: new Set(waits.get(id)?.map((row) => row.depends_on_id)),
        blocks: new Set(blocks.get(id)?.map((row) => row.bug_id)),
      },
    ]),
  )
}

async function loadSeeAlso(tx: Reader, ids: readonly number[]) {
  const rows = await tx.select({ from: 'bug_see_also', where: { col: 'bug_id', in: ids } })
  return each(
    ids,
    rows,
    (own) => new Map(own.map(({ url, url_folded, local_bug_id }) => [url_folded, { url, local_bug_id }])),
  )
}

async function loadCustom(tx: Reader, ids: readonly number[]) {
  const rows = await tx.select({ from: 'custom_values', where: { col: 'bug_id', in: ids } })
  const value = ({ text, text_folded, number, time, value_id }: (typeof rows)[number]) => ({
    text,
    text_folded,
    number,
    time,
    value_id,
  })
  return each(ids, rows, (own) => {
    const fields = groupBy(own, (row) => row.field_id)
    return new Map([...fields].map(([field, values]) => [field, values.map(value)]))
  })
}

async function loadFlags(tx: Reader, ids: readonly number[]) {
  const rows = await tx.select({ from: 'flags', where: { col: 'bug_id', in: ids } })
  return each(ids, rows, (own) => own)
}
