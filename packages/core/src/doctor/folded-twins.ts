import { schema, type EntityName } from '../schema/index.js'
import { fold, type Entity, type PlainRow } from '../store/index.js'
import type { Derivation } from './check.js'

const suffix = '_folded'

/** Every column that holds the text of the column before it without its case, of every entity. */
export const foldedTwins: readonly Derivation[] = Object.entries<Entity>(schema).flatMap(([entity, { columns }]) => {
  const twins = Object.keys(columns).flatMap((twin) => {
    const original = twin.slice(0, -suffix.length)
    return twin.endsWith(suffix) && columns[original]?.type === 'text' ? [{ twin, original }] : []
  })
  if (twins.length === 0) return []
  const folded = (text: PlainRow[string]) => (typeof text === 'string' ? fold(text) : null)
  return {
    name: 'folded twins',
    holds: 'what searches compare is the text without its case',
    entity: entity as EntityName,
    derive: async (_tx, rows) =>
      rows.map((row) => Object.fromEntries(twins.map(({ twin, original }) => [twin, folded(row[original] ?? null)]))),
  }
})
