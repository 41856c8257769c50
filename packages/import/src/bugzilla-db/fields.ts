// Fields of a database with their values, and the workflow.
import { fieldTypes, inControlOrder, type TrackerRecord } from '@trackerkit/core/moving'
import { fold } from '@trackerkit/core/store'
import { apiNameOf } from '@trackerkit/core/operations'
import { readForeignColumns } from './columns.js'
import { allRows, leaveOut, lineOf, nameOf, sortKeyOf, textOf, type Product, type Reading } from './context.js'
import type { DbRow } from './connect.js'
import { isTrue, isTrueOrAbsent, numberOf, oneLine, plainText } from './text.js'
import type { RecordOf } from '../passes/record-of.js'
import { freed, isImportable, isSelect, selectFields } from '../passes/bug-fields.js'

export interface CustomField {
  readonly name: string
  readonly type: number
  /** The column of bugs, if it has another name. */
  readonly column?: string
}

export interface Fields {
  readonly custom: readonly CustomField[]
  /** The name of a field in histories, by number. */
  readonly fieldNames: ReadonlyMap<number, string>
  /** Closed statuses, folded. */
  readonly closed: ReadonlySet<string>
  hasValue(field: string, name: string): boolean
}

type ValueRecord = RecordOf<'value'>

const places = ['classification', 'product', 'component']
const { singleSelect, multiSelect, largeText } = fieldTypes

/** The tables with the values of a field, and with those of bugs. */
export function tablesOf({ name, type }: CustomField): string[] {
  if (type === multiSelect) return [name, `bug_${name}`]
  return type === singleSelect ? [name] : []
}

interface FieldRow extends CustomField {
  readonly id: number
  readonly row: DbRow
}

export async function readFields(reading: Reading, products: ReadonlyMap<number, Product>, keepsUnknown: boolean) {
  const { ledger } = reading
  const rows = await allRows(reading, 'fielddefs', ['sortkey', 'id'])
  ledger.add('fielddefs', 'brought', rows.length)
  const all = rows.map((row): FieldRow => ({
    id: numberOf(row['id']),
    name: plainText(row['name']),
    type: numberOf(row['type']),
    row,
  }))
  const custom = all.filter((field) => isUsable(reading, field))
  const unknown = await readUnknown(reading, custom, keepsUnknown)
  const byId = new Map(all.map((field) => [field.id, field]))
  const selects = custom.filter(isSelect)
  const values = new Map<string, ReadonlyMap<number, string>>()
  const controlling = new Map<ValueRecord, number>()
  const valueRecords: ValueRecord[] = []
  const closed = new Set<string>()
  for (const name of [...selectFields, ...selects.map((field) => field.name)]) {
    const read = await readValues(reading, name, selects.find((field) => field.name === name)?.type)
    values.set(name, read.names)
    for (const record of read.records) {
      valueRecords.push(record)
      if (record.is_open === false) closed.add(fold(record.name))
    }
    for (const [record, id] of read.controlling) controlling.set(record, id)
  }
  const offered = offeredBy(byId, values, products)
  const workflow = await readWorkflow(reading, values.get('bug_status') ?? new Map())
  const valuesOf = ({ name }: FieldRow) => valueRecords.filter((record) => record.field === name)
  const controlled = await readControlled(reading, { custom, selects, byId, offered, valuesOf, controlling })
  return {
    custom: [...custom.map(({ name, type }) => ({ name, type })), ...unknown],
    fieldNames: new Map(all.map(({ id, name }) => [id, apiNameOf(oneLine(name))])),
    closed,
    hasValue: (field: string, name: string) =>
      valueRecords.some((one) => one.field === apiNameOf(field) && fold(one.name) === fold(name)),
    records: [
      ...valueRecords.filter((record) => !record.field.startsWith('cf_')),
      ...workflow,
      ...custom
        .filter((field) => !isControlled(field))
        .flatMap((field) => [fieldRecord(reading, field), ...valuesOf(field)]),
      ...unknown.map(({ name, type, column }) => ({ kind: 'field' as const, name, type, display_name: column })),
    ],
    controlled,
  }
}

function isUsable({ tables, addNote }: Reading, { row, name, type }: FieldRow): boolean {
  if (!isTrue(row['custom'])) return false
  const isThere = type === multiSelect ? tables.has(`bug_${name}`) : tables.get('bugs')?.has(name.toLowerCase())
  if (isThere && isImportable({ name, type })) return true
  addNote({ kind: 'field', id: name, problem: `it is omitted: the type ${type} is unknown here, or it has no column` })
  return false
}

/** Columns of bugs that no field describes. They are kept as text on request, and reported otherwise. */
async function readUnknown(reading: Reading, custom: readonly CustomField[], keepsUnknown: boolean) {
  const names = new Set(custom.map(({ name }) => name.toLowerCase()))
  const kept: (CustomField & { readonly type: typeof largeText; readonly column: string })[] = []
  for (const { table, column, count } of await readForeignColumns(reading, names)) {
    const name = `cf_${column.replace(/^cf_/, '')}`
    const mayStay = table === 'bugs' && /^cf_[a-z0-9_]{1,60}$/.test(name) && !names.has(name)
    if (keepsUnknown && mayStay) {
      kept.push({ name, column, type: largeText })
      names.add(name)
    } else {
      const advice = mayStay ? '; --keep-unknown keeps it' : ''
      reading.addNote({
        ...{ kind: 'column', id: `${table}.${column}` },
        problem: `${count} rows have a value, which has no counterpart here${advice}`,
      })
    }
  }
  return kept
}

function fieldRecord(reading: Reading, { row, name, type, id }: FieldRow) {
  const owner = { kind: 'field', id: name }
  return {
    ...{ kind: 'field' as const, name, type: type as 1 },
    display_name: nameOf(reading, row['description'], owner, 'description') || name,
    sort_key: Math.trunc(Math.max(0, numberOf(row['sortkey']))) || id,
    is_mandatory: isTrue(row['is_mandatory']),
    is_on_bug_entry: isTrue(row['enter_bug']),
    is_obsolete: isTrue(row['obsolete']),
    is_in_new_mail: isTrue(row['mailhead']),
    long_description: textOf(reading, row['long_desc'], owner, 'long_desc'),
    reverse_description: lineOf(reading, row['reverse_desc'], owner, 'reverse_desc') || null,
  }
}

/** The name of the value of bugs that have none. */
export const noValue = '---'
const isNeeded: ReadonlySet<string> = new Set(selectFields.filter((name) => name !== 'resolution'))

/** The values of a field, and those that only bugs have, which are not in use. */
async function readValues(reading: Reading, table: string, type: number | undefined) {
  const { source, ledger, tables, addNote } = reading
  const names = new Map<number, string>()
  const records: ValueRecord[] = []
  const controlling = new Map<ValueRecord, number>()
  const known = new Set<string>()
  const isStatus = table === 'bug_status'
  for (const row of await allRows(reading, table, ['sortkey', 'id'])) {
    const id = numberOf(row['id'])
    const name = nameOf(reading, row['value'], { kind: 'value', id: `${table} ${id}` }, 'value')
    names.set(id, name)
    if (name === '' || known.has(fold(name))) {
      // The resolution of open bugs is here already.
      const isThere = name === '' && table === 'resolution'
      ledger.add(table, isThere ? 'brought' : 'mended')
      const problem = name === '' ? 'it has no name and is omitted' : `'${name}' occurs twice`
      if (!isThere) addNote({ kind: 'value', id: `${table} ${id}`, problem })
      continue
    }
    ledger.add(table, 'brought')
    known.add(fold(name))
    const record: ValueRecord = {
      ...{ kind: 'value', field: apiNameOf(table), name, is_active: isTrueOrAbsent(row['isactive']) },
      sort_key: sortKeyOf(row),
      ...(isStatus && { is_open: isTrue(row['is_open']) }),
    }
    records.push(record)
    controlling.set(record, numberOf(row['visibility_value_id']))
  }
  const inMany = type === multiSelect
  const of = inMany ? `bug_${table}` : 'bugs'
  if (!tables.has(of)) return { names, records, controlling }
  const column = source.name(inMany ? 'value' : table)
  const open = isStatus ? ", MAX(CASE WHEN resolution = '' THEN 1 ELSE 0 END) AS is_open" : ''
  const used = await source.rows(`SELECT ${column} AS value${open} FROM ${source.name(of)} GROUP BY ${column}`)
  for (const row of used) {
    const given = oneLine(plainText(row['value'])).slice(0, 255)
    // Bugs without a value get one, but for the resolution of open bugs, and custom fields.
    const name = given === '' && isNeeded.has(table) ? noValue : given
    if (name === '' || known.has(fold(name))) continue
    known.add(fold(name))
    addNote({
      kind: 'value',
      id: `${table} ${name}`,
      problem: 'bugs have it, but the field does not; it is inactive here',
    })
    records.push({
      ...{ kind: 'value', field: apiNameOf(table), name, is_active: false, sort_key: 32_000 },
      ...(isStatus && { is_open: isTrue(row['is_open']) }),
    })
  }
  return { names, records, controlling }
}

async function readWorkflow(reading: Reading, statuses: ReadonlyMap<number, string>): Promise<TrackerRecord[]> {
  const { ledger } = reading
  const rows = await allRows(reading, 'status_workflow', ['new_status', 'old_status'])
  const transitions = rows.flatMap((row) => {
    const old = row['old_status'] ? numberOf(row['old_status']) : null
    const [from, to] = [old === null ? null : statuses.get(old), statuses.get(numberOf(row['new_status']))]
    const isKnown = from !== undefined && to !== undefined && from !== to && from !== '' && to !== ''
    if (isKnown) ledger.add('status_workflow', 'brought')
    else leaveOut(reading, 'status_workflow', 'a transition of a missing status, or to the same one, is left out')
    return isKnown ? [{ from, to, require_comment: isTrue(row['require_comment']) }] : []
  })
  return transitions.some(({ from }) => from === null) ? [{ kind: 'workflow', transitions }] : []
}

type Offered = (field: number, value: number) => string | undefined

/** The names of values of any field, of products and of components. */
function offeredBy(
  fields: ReadonlyMap<number, FieldRow>,
  values: ReadonlyMap<string, ReadonlyMap<number, string>>,
  products: ReadonlyMap<number, Product>,
): Offered {
  return (field, value) => {
    const name = fields.get(field)?.name ?? ''
    if (name === 'product') return products.get(value)?.name
    if (name === 'component')
      return [...products.values()].find((product) => product.components.has(value))?.components.get(value)
    return values.get(name)?.get(value)
  }
}

interface Controlling {
  readonly custom: readonly FieldRow[]
  readonly selects: readonly FieldRow[]
  readonly byId: ReadonlyMap<number, FieldRow>
  readonly offered: Offered
  readonly valuesOf: (field: FieldRow) => readonly ValueRecord[]
  /** The IDs of the values of other fields that values are offered with. */
  readonly controlling: ReadonlyMap<ValueRecord, number>
}

function isControlled({ row }: FieldRow): boolean {
  return numberOf(row['visibility_field_id']) > 0 || numberOf(row['value_field_id']) > 0
}

/** Makes the records that control fields and values. Controllers may come later than those. */
async function readControlled(
  reading: Reading,
  { custom, byId, offered, selects, valuesOf, controlling }: Controlling,
): Promise<TrackerRecord[]> {
  const { ledger } = reading
  const shown = new Map<number, number[]>()
  for (const row of await allRows(reading, 'field_visibility', ['field_id', 'value_id'])) {
    const field = numberOf(row['field_id'])
    if (byId.has(field)) ledger.add('field_visibility', 'brought')
    else leaveOut(reading, 'field_visibility', 'a condition of a missing field is left out')
    shown.set(field, [...(shown.get(field) ?? []), numberOf(row['value_id'])])
  }
  const controllers = new Set([...selectFields, ...places, ...selects.map(({ name }) => name)])
  const nameOfField = (field: FieldRow, id: number) => {
    const found = byId.get(id)?.name ?? ''
    if (controllers.has(found)) return apiNameOf(found)
    if (id > 0)
      reading.addNote({
        kind: 'field',
        id: field.name,
        problem: `field ${id} cannot control it; it is always shown here`,
      })
    return null
  }
  const controlled = custom.filter(isControlled)
  const controllersOf = ({ id, row }: FieldRow) => {
    const ids = [shown.has(id) ? numberOf(row['visibility_field_id']) : 0, numberOf(row['value_field_id'])]
    return controlled.filter((one) => ids.includes(one.id))
  }
  const records = inControlOrder(controlled, controllersOf).flatMap(({ field, isFree }): TrackerRecord[] => {
    if (isFree) {
      reading.addNote({ kind: 'field', id: field.name, problem: freed })
      return [fieldRecord(reading, field), ...valuesOf(field)]
    }
    const [visibility, value] = [numberOf(field.row['visibility_field_id']), numberOf(field.row['value_field_id'])]
    const values = (shown.get(field.id) ?? []).flatMap((one) => offered(visibility, one) || [])
    const controller = values.length > 0 ? nameOfField(field, visibility) : null
    return [
      {
        ...fieldRecord(reading, field),
        ...(controller !== null && { visibility_field: controller, visibility_values: values }),
        value_field: nameOfField(field, value),
      },
      ...valuesOf(field),
    ]
  })
  for (const field of selects) {
    const by = numberOf(field.row['value_field_id'])
    if (!controllers.has(byId.get(by)?.name ?? '')) continue
    for (const record of valuesOf(field)) {
      const visibility_value = offered(by, controlling.get(record) ?? 0)
      if (visibility_value) records.push({ ...record, visibility_value })
    }
  }
  return records
}
