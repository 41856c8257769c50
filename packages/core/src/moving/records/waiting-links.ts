// Links to bugs that have not been imported yet, stored with both bugs.
import * as z from 'zod'
import type { Batch } from './batch.js'
import type { Planned } from './planned.js'
import { unique } from './resolve-bug.js'

/** The bug that depends on the other, and the other. */
export interface LinkPair {
  readonly bug_id: number
  readonly depends_on_id: number
}

const fields = ['depends_on', 'blocks'] as const
type LinkField = (typeof fields)[number]

function jsonOf<T extends z.ZodType>(list: T) {
  return z.string().transform((text) => list.parse(JSON.parse(text)))
}

/** The links of a bug that wait: the property that names a bug, and that bug. */
const waiting = { kind: 'waiting links', read: jsonOf(z.array(z.tuple([z.enum(fields), z.int()]))) }

/** The bugs whose links wait for a bug, or did. */
const awaited = { kind: 'awaited bug', read: jsonOf(z.array(z.int())) }

interface Kept<T> {
  readonly kind: string
  readonly read: z.ZodType<T[], string>
}

async function load<T>(
  { tx, source }: Batch,
  { kind, read }: Kept<T>,
  ids: readonly number[],
): Promise<Map<number, T[]>> {
  if (ids.length === 0) return new Map()
  const ofKind = [{ col: 'source', eq: source } as const, { col: 'kind', eq: kind } as const]
  const where = { and: [...ofKind, { col: 'id', in: ids } as const] }
  const rows = await tx.select({ from: 'import_refs', where, columns: ['id', 'fingerprint'] })
  return new Map(rows.map(({ id, fingerprint }) => [id, read.parse(fingerprint)]))
}

async function store<T>({ tx, source }: Batch, { kind }: Kept<T>, lists: ReadonlyMap<number, T[]>): Promise<void> {
  const [full, empty] = [
    [...lists].filter(([, list]) => list.length > 0),
    [...lists].filter(([, list]) => list.length === 0),
  ]
  const rows = full.map(([id, list]) => ({ source, kind, id, fingerprint: JSON.stringify(list), changed: null }))
  if (rows.length > 0) await tx.put('import_refs', rows)
  if (empty.length === 0) return
  const ofKind = [{ col: 'source', eq: source } as const, { col: 'kind', eq: kind } as const]
  await tx.delete('import_refs', { and: [...ofKind, { col: 'id', in: empty.map(([id]) => id) } as const] })
}

/** Keeps the links of these records to bugs that are not there, and those of properties that a record leaves out. */
export async function keepWaiting(
  batch: Batch,
  planned: readonly Planned[],
  there: ReadonlySet<number>,
): Promise<void> {
  const before = await load(
    batch,
    waiting,
    planned.map(({ bug }) => bug.id),
  )
  const now = new Map<number, [LinkField, number][]>()
  for (const { bug } of planned) {
    const old = before.get(bug.id) ?? []
    const links = fields.flatMap((field) => {
      const missing = bug[field]?.filter((id) => !there.has(id))
      return missing?.map((id): [LinkField, number] => [field, id]) ?? old.filter(([one]) => one === field)
    })
    if (links.length + old.length > 0) now.set(bug.id, links)
  }
  await store(batch, waiting, now)
  const named = new Map<number, number[]>()
  for (const [bug, links] of now) for (const [, id] of links) named.set(id, [...(named.get(id) ?? []), bug])
  const known = await load(batch, awaited, [...named.keys()])
  await store(
    batch,
    awaited,
    new Map(Array.from(named, ([id, bugs]) => [id, unique([...(known.get(id) ?? []), ...bugs])])),
  )
}

/** Takes the links that waited for these bugs. */
export async function takeWaiting(batch: Batch, ids: readonly number[]): Promise<LinkPair[]> {
  const arrived = await load(batch, awaited, ids)
  if (arrived.size === 0) return []
  const links = await load(batch, waiting, unique([...arrived.values()].flat()))
  await store(batch, awaited, new Map(Array.from(arrived, ([id]) => [id, []])))
  const left = Array.from(links, ([bug, own]) => [bug, own.filter(([, id]) => !arrived.has(id))] as const)
  await store(batch, waiting, new Map(left))
  return Array.from(links).flatMap(([bug, own]) =>
    own.flatMap(([field, id]) => (arrived.has(id) ? [pairOf(bug, field, id)] : [])),
  )
}

export function pairOf(bug: number, field: LinkField, other: number): LinkPair {
  return field === 'depends_on' ? { bug_id: bug, depends_on_id: other } : { bug_id: other, depends_on_id: bug }
}
