// Products, fields, flag types and group controls.
import type { TrackerRecord } from '@trackerkit/core/moving'
import { fold } from '@trackerkit/core/store'
import {
  allRows,
  createUniqueNames,
  leaveOut,
  leaveOutCounted,
  lineOf,
  nameOf,
  sortKeyOf,
  textOf,
  type Product,
  type Reading,
} from './context.js'
import type { DbRow } from './connect.js'
import { readFields, type Fields } from './fields.js'
import type { People } from './people.js'
import { isTrue, isTrueOrAbsent, numberOf, oneLine, plainText } from './text.js'

export interface Configuration extends Fields {
  readonly products: ReadonlyMap<number, Product>
  /** The product and component of a bug, which may have been deleted. */
  readonly placeOf: (product: number, component: number) => { readonly product: string; readonly component: string }
  readonly keywords: ReadonlyMap<number, string>
  readonly flagTypes: ReadonlyMap<number, { readonly name: string; readonly isOfAttachments: boolean }>
  /** In the order in which they may be imported. */
  readonly records: readonly (readonly TrackerRecord[])[]
}

const lost = 'Lost'

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

type ProductRecord = Extract<TrackerRecord, { readonly kind: 'product' }>
type Part = { name: string; sort_key?: number; is_active?: boolean }

async function readProducts(reading: Reading, people: People) {
  const { source, ledger, addNote } = reading
  const unique = createUniqueNames(reading, 'product')
  const classificationRows = await allRows(reading, 'classifications', ['id'])
  const uniqueClassification = createUniqueNames(reading, 'classification')
  const classificationNames = new Map<number, string>()
  const classifications = classificationRows.map((row): TrackerRecord => {
    const id = numberOf(row['id'])
    const owner = { kind: 'classification', id }
    const name = uniqueClassification(nameOf(reading, row['name'], owner, 'name'), id)
    classificationNames.set(id, name)
    const description = textOf(reading, row['description'], owner, 'description')
    return { kind: 'classification', name, description, sort_key: sortKeyOf(row) }
  })
  ledger.add('classifications', 'brought', classificationRows.length)
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
      classification: classificationNames.get(numberOf(row['classification_id'])) ?? 'Unclassified',
      is_active: isTrueOrAbsent(row['isactive']),
      has_unconfirmed: isTrueOrAbsent(row['allows_unconfirmed']),
      default_milestone: nameOf(reading, row['defaultmilestone'], owner, 'defaultmilestone') || '---',
      components: components.map(({ record }) => record),
      versions: parts.versions.get(id) ?? [],
      milestones: parts.milestones.get(id) ?? [],
      ...templateOf(reading, row, owner),
    }
  })
  ledger.add('products', 'brought', rows.length)
  for (const table of ['components', 'versions', 'milestones'] as const) {
    const gone = parts.products[table].filter((id) => !products.has(id)).length
    ledger.add(table, 'brought', parts.products[table].length - gone)
    ledger.add(table, 'mended', gone)
    if (gone > 0) addNote({ kind: table, id: 'product', problem: `${gone} rows refer to missing products` })
  }
  const used = await source.rows('SELECT DISTINCT product_id, component_id, version, target_milestone FROM bugs')
  const fallback = people.users[0]?.name ?? 'nobody@source.invalid'
  const place = createPlaces(reading, products, fallback)
  for (const row of used) {
    const product = numberOf(row['product_id'])
    const record = place.recordOf(records, product, names)
    place.useComponent(record, product, numberOf(row['component_id']))
    usePart(record.versions as Part[], plainText(row['version']))
    usePart(record.milestones as Part[], plainText(row['target_milestone']) || '---')
  }
  return { products, classifications, records, placeOf: place.placeOf }
}

/** Creates a part that bugs name but no table has, as inactive. */
function usePart(parts: Part[], name: string): void {
  const line = oneLine(name) || 'unspecified'
  if (parts.every((part) => fold(part.name) !== fold(line))) parts.push({ name: line, is_active: false })
}

function createPlaces({ addNote }: Reading, products: Map<number, Product>, owner: string) {
  const extra = new Map<string, string>()
  const placeOf = (product: number, component: number) => {
    const found = products.get(product)
    const name = found?.components.get(component) ?? extra.get(`${product} ${component}`) ?? `component ${component}`
    return { product: found?.name ?? lost, component: name }
  }
  return {
    placeOf,
    /** The record of a product; a placeholder for bugs of deleted products. */
    recordOf(records: ProductRecord[], id: number, names: ReadonlyMap<string, number>): ProductRecord {
      const found = records.find(({ name }) => names.get(name) === id)
      const made = found ?? records.find(({ name }) => !names.has(name))
      if (made) return made
      const record: ProductRecord = {
        kind: 'product',
        name: lost,
        is_active: false,
        components: [],
        versions: [],
        milestones: [],
      }
      records.push(record)
      return record
    },
    useComponent(record: ProductRecord, product: number, component: number): void {
      if (products.get(product)?.components.has(component)) return
      const elsewhere = [...products.values()].find((one) => one.components.has(component))?.components.get(component)
      const name = elsewhere ?? `component ${component}`
      extra.set(`${product} ${component}`, name)
      const parts = record.components ?? []
      if (parts.every((part) => fold(part.name) !== fold(name)))
        (parts as object[]).push({ name, description: '', is_active: false, default_assigned_to: owner })
      const problem = `its bugs are in component ${component}, which belongs to another product; it has '${name}' here`
      addNote({ kind: 'product', id: record.name, problem })
    },
  }
}

async function readParts(reading: Reading, people: People) {
  const { ledger } = reading
  const cc = new Map<number, string[]>()
  const componentRows = await allRows(reading, 'components', ['product_id', 'id'])
  const components = new Set(componentRows.map((row) => numberOf(row['id'])))
  for (const row of await allRows(reading, 'component_cc', ['component_id', 'user_id'])) {
    const component = numberOf(row['component_id'])
    const isKnown = components.has(component)
    if (isKnown) ledger.add('component_cc', 'brought')
    else leaveOut(reading, 'component_cc', 'default CC of a missing component is left out')
    if (isKnown) cc.set(component, [...(cc.get(component) ?? []), people.loginOf(numberOf(row['user_id']))])
  }
  const uniques = new Map<number, ReturnType<typeof createUniqueNames>>()
  const uniqueIn = (product: number) => {
    const unique = uniques.get(product) ?? createUniqueNames(reading, 'component')
    uniques.set(product, unique)
    return unique
  }
  const versionRows = await allRows(reading, 'versions', ['product_id', 'id'])
  const milestoneRows = await allRows(reading, 'milestones', ['product_id', 'sortkey', 'id'])
  const productsOf = (rows: readonly DbRow[]) => rows.map((row) => numberOf(row['product_id']))
  return {
    components: componentRows.map((row) => {
      const [id, product] = [numberOf(row['id']), numberOf(row['product_id'])]
      const owner = { kind: 'component', id }
      const qa = numberOf(row['initialqacontact'])
      return {
        id,
        product,
        record: {
          name: uniqueIn(product)(nameOf(reading, row['name'], owner, 'name'), id),
          description: textOf(reading, row['description'], owner, 'description'),
          is_active: isTrueOrAbsent(row['isactive']),
          default_assigned_to: people.loginOf(numberOf(row['initialowner'])),
          default_qa_contact: qa > 0 ? people.loginOf(qa) : null,
          default_cc: cc.get(id) ?? [],
          ...templateOf(reading, row, owner),
        },
      }
    }),
    versions: namedParts(reading, versionRows, 'version'),
    milestones: namedParts(reading, milestoneRows, 'milestone'),
    products: {
      components: productsOf(componentRows),
      versions: productsOf(versionRows),
      milestones: productsOf(milestoneRows),
    },
  }
}

/** Templates of descriptions, where a Bugzilla was extended by them. */
function templateOf(reading: Reading, row: DbRow, owner: Parameters<typeof textOf>[2]) {
  const name = 'bug_description_template'
  return row[name] === undefined ? {} : { [name]: textOf(reading, row[name], owner, name) }
}

/** Versions or milestones by product. */
function namedParts(reading: Reading, rows: readonly DbRow[], kind: 'version' | 'milestone'): Map<number, Part[]> {
  const found = new Map<number, Part[]>()
  for (const row of rows) {
    const product = numberOf(row['product_id'])
    const name = nameOf(reading, row['value'], { kind, id: numberOf(row['id']) }, 'value')
    const parts = found.get(product) ?? []
    if (name !== '' && parts.every((part) => fold(part.name) !== fold(name)))
      parts.push({ name, sort_key: sortKeyOf(row), is_active: isTrueOrAbsent(row['isactive']) })
    else leaveOutCounted(reading, `${kind}s`, 'an empty name, or the same as of another row, is left out')
    found.set(product, parts)
  }
  return found
}

async function readFlagTypes(reading: Reading, people: People, products: ReadonlyMap<number, Product>) {
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

const controls = ['na', 'shown', 'default', 'mandatory'] as const

async function readControls(
  reading: Reading,
  people: People,
  products: ReadonlyMap<number, Product>,
): Promise<TrackerRecord[]> {
  const { ledger, addNote } = reading
  const rows = await allRows(reading, 'group_control_map', ['product_id', 'group_id'])
  const placeOf = (row: DbRow) => `${numberOf(row['product_id'])} ${numberOf(row['group_id'])}`
  return rows.flatMap((row, index): TrackerRecord[] => {
    const product = products.get(numberOf(row['product_id']))?.name
    const group = people.groupNames.get(numberOf(row['group_id']))
    const next = rows[index + 1]
    if (next && placeOf(next) === placeOf(row)) {
      ledger.add('group_control_map', 'mended')
      addNote({ kind: 'group_control', id: `${group} in ${product}`, problem: 'it occurs twice; the last one is kept' })
      return []
    }
    if (product === undefined || group === undefined) {
      ledger.add('group_control_map', 'mended')
      addNote({ kind: 'group_control', id: numberOf(row['product_id']), problem: 'its product or group is missing' })
      return []
    }
    ledger.add('group_control_map', 'brought')
    const member = controls[numberOf(row['membercontrol'])] ?? 'na'
    const given = controls[numberOf(row['othercontrol'])] ?? 'na'
    const other = otherControl(member, given)
    if (other !== given)
      addNote({ kind: 'group_control', id: `${group} in ${product}`, problem: `${given} for others is ${other} here` })
    return [
      {
        ...{ kind: 'group_control', product, group, member_control: member, other_control: other },
        entry: isTrue(row['entry']),
        canedit: isTrue(row['canedit']),
        editcomponents: isTrue(row['editcomponents']),
        editbugs: isTrue(row['editbugs']),
        canconfirm: isTrue(row['canconfirm']),
      },
    ]
  })
}

type Control = (typeof controls)[number]

/** Some pairs mean nothing; the other control becomes one that restricts as much. */
function otherControl(member: Control, other: Control): Control {
  if (member === 'na') return 'na'
  if (member === 'mandatory') return 'mandatory'
  return member === 'default' && other === 'shown' ? 'default' : other
}
