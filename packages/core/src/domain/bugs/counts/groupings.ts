// Groupings of bug counts: the columns with the values, and the names of the values.
import { shownLogin, type Call, type Person } from '../../../call/context.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { ColumnOf, Reader, Where } from '../../../schema/index.js'
import { bySortKey, bySortKeyNumeric, isOn, type Catalogue, type Field } from '../../../setup/catalogue.js'
import { fieldTypes } from '../../../setup/field-types.js'
import { compareText, type Awaitable, type GroupCount } from '../../../store/index.js'
import { loadPeople } from '../../users/load-people.js'
import { apiNameOf, internalNameOf } from '../fields/names.js'

/** A stored value by which bugs are counted. */
export type Value = GroupCount['key'][number]

/** A stored value and its name. */
export interface Label {
  readonly value: Value
  readonly name: string
  /** The name that people read, if it is another one. */
  readonly title?: string
}

/** The column with the single value of each bug, of bugs or of the values of a custom field. */
export type SinglePart =
  | { readonly col: Column }
  | { readonly via: 'custom_values'; readonly where: Where<'custom_values'>; readonly col: 'value_id' }

export interface Grouping {
  readonly part: SinglePart | { readonly via: 'keywords'; readonly col: 'keyword_id' }
  /** A bug counts once for each of its values. */
  readonly isMany?: true
  /** Boards show its active values without bugs, so that bugs can be moved there. */
  readonly isTarget?: true
  /** The names of the values, in the order of the response. Other values may be among them. */
  readonly labels: (tx: Reader, call: Call, values: Iterable<Value>) => Awaitable<readonly Label[]>
}

type Column = ColumnOf<'bugs', 'int'>
interface Named {
  readonly id: number
  readonly name: string
}

const none = (name: string): Label => ({ value: null, name })

function chosen(col: Column, choices: (catalogue: Catalogue) => Iterable<Named>): Grouping {
  return { part: { col }, labels: (_tx, { catalogue }) => labelled(choices(catalogue)) }
}

function labelled(choices: Iterable<Named>): Label[] {
  return [...choices].map(({ id, name }) => ({ value: id, name }))
}

function legalValue(col: Column, field: string): Grouping {
  return chosen(col, ({ fields }) => fields.named(field)?.values ?? [])
}

/** People by login name. */
function person(col: Column): Grouping {
  return {
    part: { col },
    async labels(tx, call, values) {
      const ids = [...values].filter((value) => typeof value === 'number')
      const known = await loadPeople(tx, call, ids)
      const people = ids.flatMap((id) => known.get(id) ?? [])
      const inOrder = people.toSorted((a, b) => compareText(a.login_folded, b.login_folded))
      const label = ({ id, login, real_name: title }: Person): Label => {
        const name = shownLogin(call, login)
        return { value: id, name, ...(title !== '' && { title }) }
      }
      return [...inOrder.map(label), none('')]
    },
  }
}

/** The status determines whether a bug is open. */
const isOpen: Grouping = {
  part: { col: 'status_id' },
  labels(_tx, { catalogue }) {
    const statuses = catalogue.fields.named('bug_status')?.values ?? []
    const inOrder = [...statuses.filter((status) => status.is_open), ...statuses.filter((status) => !status.is_open)]
    return inOrder.map(({ id, is_open }) => ({ value: id, name: String(is_open === true) }))
  },
}

const keywords: Grouping = {
  part: { via: 'keywords', col: 'keyword_id' },
  isMany: true,
  labels: (_tx, { catalogue }) => [...labelled(catalogue.keywords), none('')],
}

/** By API name. */
const standard: Readonly<Record<string, Grouping>> = {
  product: chosen('product_id', ({ products }) => products),
  component: chosen('component_id', ({ components }) => [...components.values()].toSorted(bySortKey)),
  version: chosen('version_id', ({ versions }) => [...versions.values()].toSorted(bySortKeyNumeric)),
  target_milestone: chosen('target_milestone_id', ({ milestones }) => [...milestones.values()].toSorted(bySortKey)),
  status: { ...legalValue('status_id', 'bug_status'), isTarget: true },
  resolution: legalValue('resolution_id', 'resolution'),
  priority: { ...legalValue('priority_id', 'priority'), isTarget: true },
  severity: { ...legalValue('severity_id', 'bug_severity'), isTarget: true },
  platform: legalValue('platform_id', 'rep_platform'),
  op_sys: legalValue('op_sys_id', 'op_sys'),
  assigned_to: person('assigned_to_id'),
  creator: person('creator_id'),
  qa_contact: person('qa_contact_id'),
  is_open: isOpen,
  keywords,
}

function single({ id, values }: Field): Grouping {
  return {
    part: { via: 'custom_values', where: { col: 'field_id', eq: id }, col: 'value_id' },
    isTarget: true,
    // Bugs that were never given a value.
    labels: () => [none('---'), ...labelled(values)],
  }
}

/** The grouping by a field, of any of its names. @throws invalid_field_name when bugs are not counted by it */
export function groupingBy(input: string, name: string, catalogue: Catalogue): Grouping {
  const grouping = findGrouping(name, catalogue)
  if (!grouping) throw new TrackerError('invalid_field_name', { field: input, value: name })
  return grouping
}

/** The same, with the API name of the field; undefined when bugs are not counted by it. */
export function findGrouping(given: string, catalogue: Catalogue): (Grouping & { readonly name: string }) | undefined {
  const field = catalogue.fields.named(internalNameOf(given))
  const name = apiNameOf(field?.name ?? given)
  const known = Object.hasOwn(standard, name) && isUsed(name, catalogue) ? standard[name] : undefined
  if (known) return { ...known, name }
  const isSingle = field?.is_custom && !field.is_obsolete && field.type === fieldTypes.singleSelect
  return field && isSingle ? { ...single(field), name } : undefined
}

function isUsed(name: string, catalogue: Catalogue): boolean {
  return name !== 'qa_contact' || isOn(catalogue, 'useqacontact')
}
