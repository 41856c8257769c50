// Products, fields, flag types and group controls.
import type { TrackerRecord } from '@trackerkit/core/moving'
import { allRows, createUniqueNames, nameOf, textOf, type Product, type Reading } from './context.js'
import { readFields, type Fields } from './fields.js'
import { readFlagTypes } from './flag-types.js'
import { readControls } from './group-controls.js'
import type { People } from './people.js'
import { readProducts } from './products.js'
import { numberOf } from './text.js'

export interface Configuration extends Fields {
  readonly products: ReadonlyMap<number, Product>
  /** The product and component of a bug, which may have been deleted. */
  readonly placeOf: (product: number, component: number) => { readonly product: string; readonly component: string }
  readonly keywords: ReadonlyMap<number, string>
  readonly flagTypes: ReadonlyMap<number, { readonly name: string; readonly isOfAttachments: boolean }>
  /** In the order in which they may be imported. */
  readonly records: readonly (readonly TrackerRecord[])[]
}

export async function readConfiguration(
  reading: Reading,
  people: People,
  keepsUnknown: boolean,
): Promise<Configuration> {
  const { ledger } = reading
  const keywordRows = await allRows(reading, 'keyworddefs', ['id'])
  const uniqueKeyword = createUniqueNames(reading, 'keyword')
  const keywords = new Map<number, string>()
  const keywordRecords = keywordRows.map((row): TrackerRecord => {
    const id = numberOf(row['id'])
    const owner = { kind: 'keyword', id }
    const name = uniqueKeyword(nameOf(reading, row['name'], owner, 'name'), id)
    keywords.set(id, name)
    return { kind: 'keyword', name, description: textOf(reading, row['description'], owner, 'description') }
  })
  ledger.add('keyworddefs', 'brought', keywordRows.length)
  const places = await readProducts(reading, people)
  const fields = await readFields(reading, places.products, keepsUnknown)
  const flagTypes = await readFlagTypes(reading, people, places.products)
  const controls = await readControls(reading, people, places.products)
  return {
    ...fields,
    ...places,
    keywords,
    flagTypes: flagTypes.names,
    records: [
      keywordRecords,
      fields.records,
      places.classifications,
      places.records,
      fields.controlled,
      flagTypes.records,
      controls,
    ],
  }
}
