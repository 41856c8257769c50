// Chooses how to find the bugs of a search: an index gathers the bugs with a rare word; bugs
// with a common word are soon found in page order.
import { schema, type Reader, type Where } from '../../schema/index.js'
import { leads } from '../../sql/model.js'
import { isSelective } from '../../sql/path.js'
import type { Entity, PlainLeaf, PlainReader, PlainWhere } from '../../store/index.js'

/** Gathering more than these takes longer than looking at bugs in their order: some 7 µs each. */
const mostGathered = 7000
/** Below this, no rarer condition is searched. */
const rareEnough = 100
/** The most conditions to count: each takes a statement. */
const mostConditions = 40

/** How to find the bugs that are wanted. */
export interface Way {
  /** The same bugs, perhaps among those that an index has found. */
  readonly wanted: Where<'bugs'>
  /** The index finds too many: reading bugs in page order fills the page sooner. */
  readonly isCommon: boolean
}

/** Rows that an index finds, each of which names a bug. */
interface Source {
  readonly from: string
  readonly where: PlainWhere
  /** The part of `where` by which an index finds them. */
  readonly indexed: PlainWhere
  /** The column with the ID of the bug. */
  readonly key: string
}

/** Sources that together name every bug that is wanted. */
interface Found {
  readonly count: number
  readonly sources: readonly Source[]
  /** True if they name no other bugs. */
  readonly isExact: boolean
}

/** Reads indexes only, up to the limit. Synchronous for searches without texts and related rows, or for few bugs by ID. */
export function chooseWay(tx: Reader, wanted: Where<'bugs'>): Way | Promise<Way> {
  const parts = partsOf(wanted)
  const related = parts.filter(asksMore)
  const isSmall = related.length === 0 || parts.some(namesBugs)
  if (isSmall || sizeOf({ and: related }) > mostConditions) return { wanted, isCommon: false }
  return chooseByCounts(tx, wanted, parts, related)
}

async function chooseByCounts(
  tx: Reader,
  wanted: Where<'bugs'>,
  parts: readonly PlainWhere[],
  related: readonly PlainWhere[],
): Promise<Way> {
  const count = createCounter(tx)
  const all: (Found & { readonly part: PlainWhere })[] = []
  for (const part of related) {
    const found = await leastOf(part, count)
    if (found) all.push({ ...found, part })
    if (found && found.count < rareEnough) break
  }
  const [rarest] = all.toSorted((a, b) => a.count - b.count)
  // A database scans in the order of the page where no index helps.
  if (!rarest) return { wanted, isCommon: false }
  if (rarest.count >= mostGathered) return { wanted, isCommon: true }
  if (related.length === 1 && rarest.isExact) return { wanted, isCommon: false }
  const ids = await gather(tx, rarest.sources)
  const others = parts.filter((part) => !(rarest.isExact && part === rarest.part)) as readonly Where<'bugs'>[]
  return { wanted: { and: [{ col: 'id', in: ids }, ...others] }, isCommon: false }
}

/** Returns the parts of an AND. */
export function partsOf(where: PlainWhere): readonly PlainWhere[] {
  return 'and' in where ? where.and.flatMap(partsOf) : [where]
}

/** The database looks at these few bugs only. */
function namesBugs(where: PlainWhere): boolean {
  const isFew = 'eq' in where || ('in' in where && where.in.length < rareEnough)
  return isFew && where.col === 'id'
}

/** Returns true if the predicate examines text or rows that belong to bugs. */
function asksMore(where: PlainWhere): boolean {
  if ('and' in where) return where.and.some(asksMore)
  if ('or' in where) return where.or.some(asksMore)
  if ('not' in where) return asksMore(where.not)
  return 'some' in where || 'contains' in where
}

function sizeOf(where: PlainWhere): number {
  if ('and' in where) return where.and.reduce((sum, part) => sum + sizeOf(part), 0)
  return 'or' in where ? where.or.reduce((sum, part) => sum + sizeOf(part), 0) : 1
}

type Count = (source: Source) => Promise<number>

function createCounter(tx: PlainReader): Count {
  const counts = new Map<string, number>()
  return async ({ from, indexed }) => {
    const key = JSON.stringify([from, indexed])
    const known = counts.get(key)
    if (known !== undefined) return known
    const counted = await tx.count(from, indexed, { atMost: mostGathered, candidates: true })
    counts.set(key, counted)
    return counted
  }
}

/** Returns the smallest set of index rows that covers every matching bug; undefined without one. */
async function leastOf(where: PlainWhere, count: Count): Promise<Found | undefined> {
  if ('and' in where) return leastOfAll(where.and, count)
  if ('or' in where) return sumOf(where.or, count)
  if (isNever(where)) return { count: 0, sources: [], isExact: true }
  const source = sourceOf(where)
  return source && { count: await count(source), sources: [source], isExact: true }
}

async function leastOfAll(parts: readonly PlainWhere[], count: Count): Promise<Found | undefined> {
  let least: Found | undefined
  for (const part of parts) {
    const found = await leastOf(part, count)
    if (found && found.count < (least?.count ?? Infinity)) least = found
    if (least && least.count < rareEnough) break
  }
  return least && { ...least, isExact: least.isExact && parts.length === 1 }
}

async function sumOf(parts: readonly PlainWhere[], count: Count): Promise<Found | undefined> {
  if (!parts.every(canBeGathered)) return undefined
  const all: Found[] = []
  let sum = 0
  for (const part of parts) {
    const found = await leastOf(part, count)
    if (!found) return undefined
    all.push(found)
    sum += found.count
    if (sum >= mostGathered) break
  }
  return { count: sum, sources: all.flatMap(({ sources }) => sources), isExact: all.every(({ isExact }) => isExact) }
}

function canBeGathered(where: PlainWhere): boolean {
  if ('and' in where) return where.and.some(canBeGathered)
  if ('or' in where) return where.or.every(canBeGathered)
  return isNever(where) || sourceOf(where) !== undefined
}

function isNever(where: PlainWhere): boolean {
  return 'in' in where && where.in.length === 0
}

const bugs: Entity = schema.bugs

/** Returns the index rows of one condition. */
function sourceOf(where: PlainWhere): Source | undefined {
  if ('some' in where) return sourceOfRelated(where)
  if ('not' in where || 'and' in where || 'or' in where || where.col === 'id') return undefined
  return isIndexed('bugs', bugs, where) ? { from: 'bugs', where, indexed: where, key: 'id' } : undefined
}

function sourceOfRelated({ some, where }: Extract<PlainWhere, { some: string }>): Source | undefined {
  const relation = bugs.relations[some]
  const [[here, key] = [], ...others] = relation?.on ?? []
  if (!relation || !where || here !== 'id' || key === undefined || others.length > 0) return undefined
  const { entity: from } = relation
  if (relation.isRare) return { from, where, indexed: where, key }
  const entity: Entity = schema[from as keyof typeof schema]
  const leaves = partsOf(where).filter((part): part is PlainLeaf => 'col' in part)
  const found = leaves.filter((leaf) => isIndexed(from, entity, leaf))
  const indexed = found.find((leaf) => 'contains' in leaf) ?? found[0]
  return indexed && { from, where, indexed, key }
}

/** Returns true if an index finds the rows with a text or one of several values. */
function isIndexed(name: string, entity: Entity, leaf: PlainLeaf): boolean {
  if ('contains' in leaf) return isSelective(schema, name, leaf)
  return ('in' in leaf || ('eq' in leaf && leaf.eq !== null)) && leads(entity, leaf.col)
}

/** The bugs that any of them names. */
async function gather(tx: PlainReader, sources: readonly Source[]): Promise<number[]> {
  const ids = new Set<number>()
  for (const { from, where, key } of sources)
    for (const row of await tx.select({ from, where, columns: [key] })) ids.add(row[key] as number)
  return [...ids]
}
