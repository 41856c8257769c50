// Flag types and the places where they apply.
import type { TrackerRecord } from '@trackerkit/core/moving'
import { allRows, lineOf, nameOf, sortKeyOf, textOf, type Product, type Reading } from './context.js'
import type { People } from './people.js'
import { isTrueOrAbsent, numberOf, plainText } from './text.js'

export async function readFlagTypes(reading: Reading, people: People, products: ReadonlyMap<number, Product>) {
  const { ledger, addNote } = reading
  const names = new Map<number, { readonly name: string; readonly isOfAttachments: boolean }>()
  const rows = await allRows(reading, 'flagtypes', ['id'])
  const scopes = async (table: string) => {
    const found = new Map<number, { product: string | null; component: string | null }[]>()
    for (const row of await allRows(reading, table, ['type_id', 'product_id', 'component_id'])) {
      const [type, product, component] = [row['type_id'], row['product_id'], row['component_id']].map(numberOf)
      const place = products.get(product ?? 0)
      const part = place?.components.get(component ?? 0)
      if ((product && !place) || (component && part === undefined)) {
        ledger.add(table, 'mended')
        addNote({ kind: 'flag_type', id: type ?? 0, problem: 'a product or component to which it applies is missing' })
        continue
      }
      ledger.add(table, 'brought')
      found.set(type ?? 0, [...(found.get(type ?? 0) ?? []), { product: place?.name ?? null, component: part ?? null }])
    }
    return found
  }
  const [inclusions, exclusions] = [await scopes('flaginclusions'), await scopes('flagexclusions')]
  const records = rows.map((row): TrackerRecord => {
    const id = numberOf(row['id'])
    const owner = { kind: 'flag_type', id }
    const name = nameOf(reading, row['name'], owner, 'name') || `flag ${id}`
    const isOfAttachments = plainText(row['target_type']) === 'a'
    names.set(id, { name, isOfAttachments })
    const restrictions = [row['grant_group_id'], row['request_group_id']].map(numberOf).filter((group) => group > 0)
    const isOpen = restrictions.some((group) => !people.groupNames.has(group))
    if (isOpen) addNote({ ...owner, problem: 'a group that may set it is missing; it is inactive here' })
    return {
      ...{ kind: 'flag_type', id, name, description: textOf(reading, row['description'], owner, 'description') },
      target_type: isOfAttachments ? 'attachment' : 'bug',
      cc_list: lineOf(reading, row['cc_list'], owner, 'cc_list'),
      sort_key: sortKeyOf(row),
      is_active: isTrueOrAbsent(row['is_active']) && !isOpen,
      is_requestable: isTrueOrAbsent(row['is_requestable']),
      is_requesteeble: isTrueOrAbsent(row['is_requesteeble']),
      is_multiplicable: isTrueOrAbsent(row['is_multiplicable']),
      grant_group: people.groupNames.get(numberOf(row['grant_group_id'])) ?? null,
      request_group: people.groupNames.get(numberOf(row['request_group_id'])) ?? null,
      scopes: inclusions.get(id) ?? [],
      exclusions: exclusions.get(id) ?? [],
    }
  })
  ledger.add('flagtypes', 'brought', rows.length)
  return { names, records }
}
