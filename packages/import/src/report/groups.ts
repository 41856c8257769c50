// Groups of bugs whose source has no visibility, or only names some groups.
import type { Tracker } from '@trackerkit/core'
import type { Importer } from '@trackerkit/core/moving'
import { fold } from '@trackerkit/core/store'
import type { Usual } from './defaults.js'

const highestId = 2_147_483_647

/** The product and the groups that a bug was imported with. */
export interface ImportedPlace {
  readonly product: string
  readonly groups: readonly string[]
}

/**
 * Returns the places of the existing bugs at their import. History of products and groups is never imported from these
 * sources: all of it is of changes here.
 */
export async function placesAtImport(
  tracker: Tracker,
  importer: Importer,
  wanted: readonly number[],
): Promise<ReadonlyMap<number, ImportedPlace>> {
  const ids = [...(await importer.bugs(wanted.filter((id) => id > 0 && id <= highestId)))]
  if (ids.length === 0) return new Map()
  const system = tracker.asSystem()
  const { bugs } = await system.bugs.get({ ids, include_fields: ['id', 'product', 'groups'] })
  const { bugs: changed } = await system.bugs.history({ ids })
  const changes = new Map(changed.map(({ id, history }) => [id, history.flatMap((entry) => entry.changes)]))
  return new Map(
    bugs.map(({ id, product, groups }) => {
      const before = { product, groups: new Set(groups) }
      for (const { field_name, removed, added } of (changes.get(id) ?? []).toReversed()) {
        if (field_name === 'product') before.product = removed
        if (field_name !== 'groups') continue
        for (const name of namesIn(added)) before.groups.delete(name)
        for (const name of namesIn(removed)) before.groups.add(name)
      }
      return [id, { product: before.product, groups: [...before.groups].toSorted() }]
    }),
  )
}

const namesIn = (text: string) => text.split(', ').filter((name) => name !== '')

/**
 * Returns the groups in the record of a bug. An existing bug keeps those of its import: otherwise a changed group control
 * would change the records of all bugs.
 *
 * @param named groups that the source names
 */
export function groupsOf(
  { product, groups, mandatoryGroups }: Usual,
  before: ImportedPlace | undefined,
  named?: readonly string[],
): string[] {
  const kept = before && fold(before.product) === fold(product) ? before.groups : undefined
  if (!named) return [...(kept ?? groups)]
  const given = new Set(named.map(fold))
  const added = kept ? mandatoryGroups.filter((name) => kept.includes(name)) : mandatoryGroups
  return [...named, ...added.filter((name) => !given.has(fold(name)))]
}
