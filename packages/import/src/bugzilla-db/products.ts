// Classifications and products with their components, versions and milestones.
import type { TrackerRecord } from '@trackerkit/core/moving'
import { allRows, createUniqueNames, nameOf, sortKeyOf, textOf, type Product, type Reading } from './context.js'
import type { People } from './people.js'
import { readParts, templateOf } from './product-parts.js'
import { createPlaces, usePart, type Part, type ProductRecord } from './places.js'
import { isTrueOrAbsent, numberOf, plainText } from './text.js'

export async function readProducts(reading: Reading, people: People) {
  const unique = createUniqueNames(reading, 'product')
  const classifications = await readClassifications(reading)
  const parts = await readParts(reading, people)
  const rows = await allRows(reading, 'products', ['id'])
  const products = new Map<number, Product>()
  const names = new Map<string, number>()
  const records = rows.map((row): ProductRecord => {
    const id = numberOf(row['id'])
    const owner = { kind: 'product', id }
    const name = unique(nameOf(reading, row['name'], owner, 'name'), id)
    names.set(name, id)
    const components = parts.components.filter((one) => one.product === id)
    products.set(id, { name, components: new Map(components.map((one) => [one.id, one.record.name])) })
    return {
      ...{ kind: 'product', name, description: textOf(reading, row['description'], owner, 'description') },
      classification: classifications.names.get(numberOf(row['classification_id'])) ?? 'Unclassified',
      is_active: isTrueOrAbsent(row['isactive']),
      has_unconfirmed: isTrueOrAbsent(row['allows_unconfirmed']),
      default_milestone: nameOf(reading, row['defaultmilestone'], owner, 'defaultmilestone') || '---',
      components: components.map(({ record }) => record),
      versions: parts.versions.get(id) ?? [],
      milestones: parts.milestones.get(id) ?? [],
      ...templateOf(reading, row, owner),
    }
  })
  reading.ledger.add('products', 'brought', rows.length)
  countParts(reading, parts.products, products)
  const place = createPlaces(reading, products, people.users[0]?.name ?? 'nobody@source.invalid')
  const used = await reading.source.rows(
    'SELECT DISTINCT product_id, component_id, version, target_milestone FROM bugs',
  )
  for (const row of used) {
    const product = numberOf(row['product_id'])
    const record = place.recordOf(records, product, names)
    place.useComponent(record, product, numberOf(row['component_id']))
    usePart(record.versions as Part[], plainText(row['version']))
    usePart(record.milestones as Part[], plainText(row['target_milestone']) || '---')
  }
  return { products, classifications: classifications.records, records, placeOf: place.placeOf }
}

/** @param productsOf the product of each part */
function countParts(
  { ledger, addNote }: Reading,
  productsOf: Readonly<Record<'components' | 'versions' | 'milestones', readonly number[]>>,
  products: ReadonlyMap<number, Product>,
): void {
  for (const table of ['components', 'versions', 'milestones'] as const) {
    const gone = productsOf[table].filter((id) => !products.has(id)).length
    ledger.add(table, 'brought', productsOf[table].length - gone)
    ledger.add(table, 'mended', gone)
    if (gone > 0) addNote({ kind: table, id: 'product', problem: `${gone} rows refer to missing products` })
  }
}

async function readClassifications(reading: Reading) {
  const rows = await allRows(reading, 'classifications', ['id'])
  const unique = createUniqueNames(reading, 'classification')
  const names = new Map<number, string>()
  const records = rows.map((row): TrackerRecord => {
    const id = numberOf(row['id'])
    const owner = { kind: 'classification', id }
    const name = unique(nameOf(reading, row['name'], owner, 'name'), id)
    names.set(id, name)
    const description = textOf(reading, row['description'], owner, 'description')
    return { kind: 'classification', name, description, sort_key: sortKeyOf(row) }
  })
  reading.ledger.add('classifications', 'brought', rows.length)
  return { names, records }
}
