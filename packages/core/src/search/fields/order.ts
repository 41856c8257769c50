// The order in which bugs are found.
import { commentCountOf } from '../../access/visibility.js'
import type { Catalogue, Field, LegalValue } from '../../setup/catalogue.js'
import type { FieldSearch } from '../../domain/bugs/fields/field.js'
import { bugFieldEntries } from '../../domain/bugs/fields/index.js'
import { internalNameOf } from '../../domain/bugs/fields/names.js'
import type { Order, Where } from '../../schema/index.js'
import { compareText } from '../../store/index.js'
import { fieldTypes } from '../../setup/field-types.js'
import { countPieces, isComma, piecesOf } from '../../kernel/scan.js'
import { requireBounded } from '../condition/bounds.js'
import { matchingParts } from '../operators/full-text.js'
import type { Scope } from '../condition/scope.js'
import { seen, valuesSeen } from '../condition/visible-relations.js'

/** Orders that old searches name. */
const namedOrders: ReadonlyMap<string, string> = new Map([
  ['Bug Number', 'bug_id'],
  ['Importance', 'priority,bug_severity'],
  ['Assignee', 'assigned_to,bug_status,priority,bug_id'],
  ['Last Changed', 'changeddate,bug_status,priority,assigned_to,bug_id'],
])

interface Viewer extends Pick<Scope, 'who' | 'catalogue'> {
  /** The texts that the search looks for in content, which determine relevance. */
  readonly contents: readonly string[]
}
type Part = Order<'bugs'>

/** The order by a field: its parts for an ascending order; undefined if the caller may not search it. */
type Sorting = (viewer: Viewer) => readonly Part[] | undefined

/**
 * Reads the order of a search: `bug_status, changeddate DESC`, in internal, list-column or API names. Ties, and
 * searches without an order, are sorted by bug ID, which the store ensures. Bugs that list bugs are sorted by the
 * least of them. Unknown fields are skipped and returned in `ignored`, and so are keywords, flags, tags and
 * multi-selects, because a list has no place in an order.
 * @throws search_too_complex
 */
export function readOrder(
  given: readonly string[],
  viewer: Viewer,
): { readonly order: readonly Part[]; readonly ignored: readonly string[] } {
  const order: Part[] = []
  const ignored: string[] = []
  let columns = 0
  const texts = given.map((text) => namedOrders.get(text.trim()) ?? text)
  for (const text of texts) columns += countPieces(text, isComma)
  requireBounded('columns to sort by', columns, 'order')
  for (const text of texts.flatMap((one) => piecesOf(one, isComma))) {
    const [, name, direction] = /^\s*(\S+)(?:\s+(asc|desc))?\s*$/i.exec(text) ?? []
    const parts = name === undefined ? undefined : sortingBy(viewer.catalogue, name)?.(viewer)
    if (parts) order.push(...(/^desc$/i.test(direction ?? '') ? parts.map(reversed) : parts))
    else ignored.push(text)
  }
  requireBounded('values to sort by', order.length, 'order')
  return { order, ignored }
}

function reversed(part: Part): Part {
  return { ...part, desc: !part.desc }
}

const always =
  (...parts: readonly Part[]): Sorting =>
  () =>
    parts
const forTimeTrackers =
  (...parts: readonly Part[]): Sorting =>
  ({ who }) =>
    who.isTimeTracker ? parts : undefined

/** More values than these are looked up for each bug. */
const mostRanked = 64

/** By the values of a select field, in their order. */
function byValues(name: string, search: Extract<FieldSearch, { readonly kind: 'field value' }>): Sorting {
  const related = [
    { via: search.relation, col: 'sort_key' },
    { via: search.relation, col: 'name_folded' },
  ] as unknown as readonly Part[]
  return ({ catalogue }) => {
    const values = catalogue.fields.named(name)?.values ?? []
    if (values.length > mostRanked) return related
    const inOrder = values.toSorted((a, b) => a.sort_key - b.sort_key || compareText(a.name_folded, b.name_folded))
    return [{ col: search.column, ranked: inOrder.map(({ id }) => id) }]
  }
}

/** The order by the column of a field. People come by name. */
function partsOf(search: Exclude<FieldSearch, { readonly kind: 'field value' }>): readonly Part[] {
  switch (search.kind) {
    case 'text':
      return [{ col: search.folded }]
    case 'person':
      return [{ via: search.relation, col: 'login_folded' }] as unknown as readonly Part[]
    case 'int':
    case 'hours':
    case 'bool':
    case 'time':
    case 'day':
      return [{ col: search.column }]
  }
}

const ofColumns = bugFieldEntries.flatMap(([api, { search, seenBy }]): (readonly [string, Sorting])[] => {
  if (!search) return []
  const name = internalNameOf(api)
  if (search.kind === 'field value') return [[name, byValues(name, search)]]
  const sorted = seenBy ? forTimeTrackers : always
  const own = [name, sorted(...partsOf(search))] as const
  if (search.kind !== 'person') return [own]
  const byRealName = { via: search.relation, col: 'real_name_folded' } as unknown as Part
  return [own, [`${name}_realname`, always(byRealName)]]
})

const sortings: Readonly<Record<string, Sorting>> = {
  ...Object.fromEntries(ofColumns),
  short_short_desc: always({ col: 'summary_folded' }),
  alias: always({ via: 'aliases', col: 'alias_folded' }),
  product: always({ via: 'product', col: 'name_folded' }),
  component: always({ via: 'component', col: 'name_folded' }),
  version: always({ via: 'version', col: 'name_folded' }),
  classification: byClassification,
  target_milestone: always(
    { via: 'target_milestone', col: 'sort_key' },
    { via: 'target_milestone', col: 'name_folded' },
  ),
  work_time: forTimeTrackers({ col: 'actual_time' }),
  percentage_complete: forTimeTrackers({ col: 'percentage_complete' }),
  dependson: (viewer) => [{ via: 'depends_on', where: seen.depends_on(viewer), col: 'depends_on_id' }],
  blocked: (viewer) => [{ via: 'blocks', where: seen.blocks(viewer), col: 'bug_id' }],
  dup_id: (viewer) => [{ via: 'duplicate_of', where: seen.duplicate_of(viewer), col: 'id' }],
  'longdescs.count': (viewer) => [{ col: commentCountOf(viewer) }],
  relevance: (viewer) =>
    viewer.contents.length === 0 ? undefined : viewer.contents.flatMap((text) => byRelevance(text, viewer)),
  last_visit_ts: (viewer) =>
    viewer.who.user ? [{ via: 'marks', where: seen.marks(viewer), col: 'last_visit_ts' }] : undefined,
}

const listColumns: Readonly<Record<string, string>> = {
  opendate: 'creation_ts',
  changeddate: 'delta_ts',
  actual_time: 'work_time',
  'map_products.name': 'product',
  'map_components.name': 'component',
  'map_classifications.name': 'classification',
}

function sortingBy(catalogue: Catalogue, given: string): Sorting | undefined {
  const name = given
    .replace(/^bugs\./, '')
    .replace(/^map_(\w+)\.login_name$/, '$1')
    .replace(/^map_(\w+)\.realname$/, '$1_realname')
  const internal = Object.hasOwn(listColumns, name) ? listColumns[name] : internalNameOf(name)
  if (internal !== undefined && Object.hasOwn(sortings, internal)) return sortings[internal]
  const field = catalogue.fields.named(name)
  return field?.is_custom && !field.is_obsolete ? (viewer) => customParts(field, viewer) : undefined
}

/** Bugs that have a text in both summary and comments, then those that have it in one of them. */
function byRelevance(text: string, viewer: Viewer): readonly Part[] {
  const { summary, comments } = matchingParts(text, viewer)
  // An order is by columns: the number of the description, 0, stands for yes, and NULL for no.
  const answer = (where: Where<'bugs'>): Part => ({
    via: 'comments',
    where: {
      and: [
        { col: 'count', eq: 0 },
        { some: 'bug', where },
      ],
    },
    col: 'count',
  })
  return [answer({ and: [summary, comments] }), answer({ or: [summary, comments] })]
}

/** A part for each classification: its bugs before those of the classifications after it. */
function byClassification({ catalogue }: Viewer): readonly Part[] {
  const names = [...catalogue.classifications].toSorted((a, b) => (a.name_folded < b.name_folded ? -1 : 1))
  return names.slice(0, -1).map(({ id }) => ({
    via: 'product',
    where: { col: 'classification_id', eq: id },
    col: 'classification_id',
    desc: true,
  }))
}

/** By value, and select fields by the place of the value among the others. Bugs with `---` or 0 have no row. */
function customParts(field: Field, viewer: Viewer): readonly Part[] | undefined {
  const where = valuesSeen(field, viewer)
  switch (field.type) {
    case fieldTypes.multiSelect:
      return undefined
    case fieldTypes.singleSelect:
      return field.values.slice(0, -1).map((value) => partOfValue(value, where))
    case fieldTypes.integer:
      return [
        { via: 'custom_values', where: { and: [where, { col: 'number', lt: 0 }] }, col: 'field_id', desc: true },
        { via: 'custom_values', where, col: 'number' },
      ]
    case fieldTypes.bugId:
      return [{ via: 'custom_values', where, col: 'number' }]
    case fieldTypes.date:
    case fieldTypes.dateTime:
      return [{ via: 'custom_values', where, col: 'time' }]
    default:
      return [{ via: 'custom_values', where, col: 'text_folded' }]
  }
}

/** Bugs with the value before those with a later one. */
function partOfValue({ id, name }: LegalValue, where: Where<'custom_values'>): Part {
  if (name === '---') return { via: 'custom_values', where, col: 'field_id' }
  const hasValue: Where<'custom_values'> = { and: [where, { col: 'value_id', eq: id }] }
  return { via: 'custom_values', where: hasValue, col: 'value_id', desc: true }
}
