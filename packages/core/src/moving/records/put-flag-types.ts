// Imports types of flags, which may share a name.
import type { FlagType } from '../../setup/catalogue.js'
import { fold } from '../../store/index.js'
import { putRow, RecordProblem, together, type Batch, type Outcome } from './batch.js'
import type { RecordOf } from './record.js'

type FlagTypeRecord = RecordOf<'flag_type'>
type Scope = FlagTypeRecord['scopes'][number]

export async function putFlagType(batch: Batch, record: FlagTypeRecord): Promise<Outcome> {
  const { kind: _kind, id: sourceId, scopes, exclusions, grant_group, request_group, ...own } = record
  const groups = {
    ...(grant_group !== undefined && { grant_group_id: groupIdOf(batch, grant_group) }),
    ...(request_group !== undefined && { request_group_id: groupIdOf(batch, request_group) }),
  }
  const there = await typeThere(batch, record)
  const fresh = { grant_group_id: null, request_group_id: null }
  const { id, outcome } = await putRow(batch, 'flag_types', there, {
    ...(!there && fresh),
    ...own,
    ...groups,
    name_folded: fold(record.name),
  })
  const isPlaced = await putScopes(batch, id, there, scopes, false)
  const isExcluded = exclusions !== undefined && (await putScopes(batch, id, there, exclusions, true))
  if (sourceId !== undefined) await keepId(batch, sourceId, id)
  return together(outcome, isPlaced || isExcluded ? ['created'] : [])
}

/** The type imported under this ID, or one with the name that was imported without an ID. */
async function typeThere(batch: Batch, { id, name, target_type }: FlagTypeRecord): Promise<FlagType | undefined> {
  const { flagTypes } = batch.catalogue
  const known = await flagTypeIds(batch)
  const local = id === undefined ? undefined : known.get(id)
  if (local !== undefined) return flagTypes.get(local)
  const claimed = new Set(id === undefined ? [] : known.values())
  return [...flagTypes.values()].find(
    (type) => fold(type.name) === fold(name) && type.target_type === target_type && !claimed.has(type.id),
  )
}

const kind = 'flag_type'

/** Local IDs by those of the source. */
export async function flagTypeIds(batch: Batch): Promise<ReadonlyMap<number, number>> {
  if (batch.flagTypeIds) return batch.flagTypeIds
  const where = { and: [{ col: 'source', eq: batch.source } as const, { col: 'kind', eq: kind } as const] }
  const refs = await batch.tx.select({ from: 'import_refs', where, columns: ['id', 'fingerprint'] })
  batch.flagTypeIds = new Map(refs.map(({ id, fingerprint }) => [id, Number(fingerprint)]))
  return batch.flagTypeIds
}

async function keepId(batch: Batch, sourceId: number, id: number): Promise<void> {
  const known = await flagTypeIds(batch)
  if (known.get(sourceId) === id) return
  const ref = { source: batch.source, kind, id: sourceId, fingerprint: String(id), changed: null }
  await batch.tx.put('import_refs', [ref])
  batch.flagTypeIds = new Map(known).set(sourceId, id)
}

/** Adds places; those that are only here stay. Returns whether it added any. */
async function putScopes(
  batch: Batch,
  flag_type_id: number,
  there: FlagType | undefined,
  scopes: readonly Scope[],
  is_exclusion: boolean,
): Promise<boolean> {
  const keyOf = (one: { readonly product_id: number | null; readonly component_id: number | null }) =>
    `${one.product_id} ${one.component_id}`
  const known = new Set(there?.scopes.filter((one) => one.is_exclusion === is_exclusion).map(keyOf))
  const places = new Map(scopes.map((one) => placeOf(batch, one)).map((place) => [keyOf(place), place]))
  const missing = [...places].filter(([key]) => !known.has(key)).map(([, place]) => place)
  if (missing.length === 0) return false
  await batch.tx.insert(
    'flag_type_scopes',
    missing.map((place) => ({ ...place, flag_type_id, is_exclusion })),
  )
  return true
}

function groupIdOf({ catalogue }: Batch, name: string | null): number | null {
  if (name === null) return null
  const group = catalogue.groups.named(name)
  if (!group) throw new RecordProblem(`there is no group ${name}`)
  return group.id
}

function placeOf({ catalogue }: Batch, { product, component }: Scope) {
  if (!product) return { product_id: null, component_id: null }
  const found = catalogue.products.named(product)
  if (!found) throw new RecordProblem(`there is no product ${product}`)
  if (!component) return { product_id: found.id, component_id: null }
  const part = found.components.find((one) => fold(one.name) === fold(component))
  if (!part) throw new RecordProblem(`the product ${product} has no component ${component}`)
  return { product_id: found.id, component_id: part.id }
}
