// Bugs by number or alias, as far as the caller may see them.
import { visibleBugs } from './visibility.js'
import type { Call } from '../call/context.js'
import { TrackerError } from '../kernel/errors.js'
import { isPromise } from '../kernel/is-promise.js'
import { maxId } from '../call/define/inputs.js'
import type { Reader, Row } from '../schema/index.js'
import { fold, type Awaitable } from '../store/index.js'

export type BugRow = Row<'bugs'>
export type BugRef = number | string

/** No bug has it. */
const noId = 0

/** The bugs that have aliases, by folded alias. */
export type AliasOwners = ReadonlyMap<string, number>

const noOwners: AliasOwners = new Map()

/** The owners of the aliases among references, whoever may see them. */
export function loadAliasOwners(tx: Reader, refs: readonly BugRef[]): Awaitable<AliasOwners> {
  const aliases = refs.map(parseRef).flatMap((ref) => ('alias' in ref ? [ref.alias] : []))
  return aliases.length === 0 ? noOwners : loadOwners(tx, aliases)
}

async function loadOwners(tx: Reader, aliases: readonly string[]): Promise<AliasOwners> {
  const rows = await tx.select({ from: 'bug_aliases', where: { col: 'alias_folded', in: aliases } })
  return new Map(rows.map((row) => [row.alias_folded, row.bug_id]))
}

/** The numbers that references stand for, whether such bugs exist or not. */
export function idsNamedBy(refs: readonly BugRef[], owners: AliasOwners): number[] {
  return refs
    .map(parseRef)
    .flatMap((ref) => ('alias' in ref ? (owners.get(ref.alias) ?? []) : ref.id <= maxId ? ref.id : []))
}

/**
 * Finds bugs by ID (a number, or text with an optional leading #) or alias. Returns, for each reference in order, the
 * bug or the error of a request for only this reference. Hidden bugs are reported as nonexistent.
 */
export async function findBugs(
  tx: Reader,
  call: Call,
  refs: readonly BugRef[],
  field: string,
  known?: AliasOwners,
): Promise<(BugRow | TrackerError)[]> {
  return findRows(tx, refs, field, (ids) => selectVisible(tx, call, ids), known)
}

/** The same, for other rows of the bugs. @param select returns the visible ones among bugs */
export async function findRows<R extends { readonly id: number }>(
  tx: Reader,
  refs: readonly BugRef[],
  field: string,
  select: (ids: readonly number[]) => Awaitable<readonly R[]>,
  known?: AliasOwners,
): Promise<(R | TrackerError)[]> {
  const owning = known ?? loadAliasOwners(tx, refs)
  const owners = isPromise(owning) ? await owning : owning
  const wanted = refs.map(parseRef)
  // Unknown aliases are looked up too: they must cost as much as the alias of a hidden bug.
  const idOf = (ref: ParsedRef) => ('alias' in ref ? (owners.get(ref.alias) ?? noId) : ref.id)
  const ids = new Set(wanted.map(idOf).filter((id) => id <= maxId))
  const selecting = ids.size === 0 ? [] : select([...ids])
  const found = isPromise(selecting) ? await selecting : selecting
  const rows = new Map(found.map((row) => [row.id, row]))
  return wanted.map((ref, index) => {
    const bug = rows.get(idOf(ref))
    if (bug) return bug
    const code = 'alias' in ref ? 'improper_bug_id_field_value' : 'bug_id_does_not_exist'
    return new TrackerError(code, { field, value: refs[index] })
  })
}

/** The bugs, in the order asked, each once. @throws bug_id_does_not_exist, improper_bug_id_field_value for the first not found */
export async function requireBugs(tx: Reader, call: Call, refs: readonly BugRef[], field: string): Promise<BugRow[]> {
  const found = new Map<number, BugRow>()
  for (const bug of await findBugs(tx, call, refs, field)) {
    if (bug instanceof TrackerError) throw bug
    found.set(bug.id, bug)
  }
  return [...found.values()]
}

/** The bug. @throws bug_id_does_not_exist, improper_bug_id_field_value */
export async function requireBug(tx: Reader, call: Call, ref: BugRef, field: string): Promise<BugRow> {
  const [bug] = await requireBugs(tx, call, [ref], field)
  return bug as BugRow
}

/** The ids among these that name bugs the caller may see, each with whether it is open. */
export async function findVisibleIds(tx: Reader, call: Call, ids: Iterable<number>): Promise<Map<number, boolean>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const where = { and: [{ col: 'id', in: wanted } as const, visibleBugs(call)] }
  const rows = await tx.select({ from: 'bugs', where, columns: ['id', 'is_open'] })
  return new Map(rows.map((row) => [row.id, row.is_open]))
}

/** Returns the bugs with these IDs that the caller can see, by ID. */
export async function findVisibleBugs(
  tx: Reader,
  call: Call,
  ids: Iterable<number>,
): Promise<Pick<BugRow, 'id' | 'summary' | 'is_open'>[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const where = { and: [{ col: 'id', in: wanted } as const, visibleBugs(call)] }
  return tx.select({ from: 'bugs', where, columns: ['id', 'summary', 'is_open'] })
}

type ParsedRef = { readonly id: number } | { readonly alias: string }

function parseRef(ref: BugRef): ParsedRef {
  if (typeof ref === 'number') return { id: ref }
  const id = bugIdIn(ref)
  return id === undefined ? { alias: fold(ref.trim()) } : { id }
}

/** The ID, where a text is one: `7` or `#7`. */
export function bugIdIn(text: string): number | undefined {
  const digits = /^\s*#?(\d+)\s*$/.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function selectVisible(tx: Reader, call: Call, ids: readonly number[]): Awaitable<BugRow[]> {
  return tx.select({ from: 'bugs', where: { and: [{ col: 'id', in: ids }, visibleBugs(call)] } })
}
