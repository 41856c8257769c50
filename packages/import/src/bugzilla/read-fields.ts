// Fields with their values, keywords and the workflow.
import { inControlOrder, type TrackerRecord } from '@trackerkit/core/moving'
import { fieldsAnswer, type FieldAnswer } from './answers.js'
import type { Asker } from './ask.js'
import type { Known } from './known.js'
import type { AddNote } from '../passes/notes.js'
import { readAs } from './read-as.js'
import { freed, isImportable, isSelect, selectFields } from '../passes/bug-fields.js'

/** The fields of the source as records: the custom ones, all values, the keywords, the workflow. */
export async function readFields(asker: Asker, known: Known, addNote: AddNote): Promise<TrackerRecord[]> {
  const { fields } = readAs(fieldsAnswer, await asker.get('field/bug'), 'field/bug')
  const custom = fields.filter((field) => isKept(field, addNote))
  for (const { name, type } of custom) known.addField(name, type)
  const standard = fields.filter(({ name }) => selectFields.includes(name))
  const selects = custom.filter(isSelect)
  const controlled = controlledOf(custom, addNote)
  const keywords = fields.find(({ name }) => name === 'keywords')?.values ?? []
  for (const { name } of keywords) known.addKeyword(name)
  const statuses = standard.find(({ name }) => name === 'bug_status')
  return [
    ...standard.flatMap((field) => valuesOf(field, known, addNote)),
    ...(statuses ? workflowOf(statuses) : []),
    // Controlling fields may come later: first all fields, then their controls.
    ...custom.map((field) => fieldRecord(field, false)),
    ...selects.flatMap((field) => valuesOf({ ...field, value_field: null }, known, addNote)),
    ...controlled.map((field) => fieldRecord(field, true)),
    ...controlled
      .filter((field) => isSelect(field) && field.value_field)
      .flatMap((field) => valuesOf(field, known, addNote)),
    ...keywords
      .filter(({ name }) => name !== '')
      .map(({ name, description, is_active }) => ({ kind: 'keyword' as const, name, description, is_active })),
  ]
}

/** The fields that others control, but one of each circle. */
function controlledOf(custom: readonly FieldAnswer[], addNote: AddNote): FieldAnswer[] {
  const controlled = custom.filter(({ visibility_field, value_field }) => visibility_field || value_field)
  const controllersOf = ({ visibility_field, value_field }: FieldAnswer) =>
    controlled.filter(({ name }) => name === visibility_field || name === value_field)
  return inControlOrder(controlled, controllersOf).flatMap(({ field, isFree }) => {
    if (isFree) addNote({ kind: 'field', id: field.name, problem: freed })
    return isFree ? [] : [field]
  })
}

function isKept({ name, type, is_custom }: FieldAnswer, addNote: AddNote): boolean {
  if (!is_custom) return false
  if (isImportable({ name, type })) return true
  addNote({ kind: 'field', id: name, problem: `has the type ${type}, which is unknown here` })
  return false
}

function fieldRecord(field: FieldAnswer, isControlled: boolean): TrackerRecord {
  const { name, display_name, type, is_mandatory, is_on_bug_entry, visibility_field, visibility_values } = field
  return {
    kind: 'field',
    name,
    display_name: display_name || name,
    type: type as 1,
    is_mandatory,
    is_on_bug_entry,
    ...(isControlled && {
      visibility_field: visibility_field ?? null,
      visibility_values,
      value_field: field.value_field ?? null,
    }),
  }
}

function valuesOf(field: FieldAnswer, known: Known, addNote: AddNote): TrackerRecord[] {
  const isStatus = field.name === 'bug_status'
  return field.values.flatMap((value) => {
    const { name, is_active, is_open } = value
    if (name === '') return []
    if (isStatus && typeof is_open !== 'boolean') {
      addNote({
        kind: 'value',
        id: `${field.name}: ${name}`,
        problem: 'the source does not return whether bugs with it are open',
      })
      return []
    }
    known.addValue(field.name, name)
    const [visibility_value = null] = value.visibility_values
    return [
      {
        kind: 'value' as const,
        field: field.name,
        name,
        sort_key: sortKeyOf(value),
        is_active,
        ...(isStatus && { is_open: is_open === true }),
        ...(field.value_field && { visibility_value }),
      },
    ]
  })
}

export function sortKeyOf({
  sort_key,
  sortkey,
}: {
  sort_key?: number | null | undefined
  sortkey?: number | null | undefined
}): number {
  return Math.trunc(sort_key ?? sortkey ?? 0)
}

function workflowOf({ values }: FieldAnswer): TrackerRecord[] {
  const there = new Set(values.filter(({ is_open }) => typeof is_open === 'boolean').map(({ name }) => name))
  const transitions = values.flatMap(({ name: from, can_change_to }) =>
    can_change_to
      .filter(({ name }) => name !== '' && there.has(name) && name !== from)
      .map(({ name: to, comment_required }) => ({
        from: from === '' ? null : from,
        to,
        require_comment: comment_required,
      })),
  )
  // Without an initial status, no bug could be filed.
  return transitions.some(({ from }) => from === null) ? [{ kind: 'workflow', transitions }] : []
}
