// The parameters of a search that ask for changes within a time, and for a deadline within a time.
import { parseWholeDay } from '../condition/dates.js'
import type { SearchParameters } from './search-parameters.js'
import { requireField } from '../fields/require.js'
import { test, type Condition, type RowTest } from '../condition/tree.js'
import type { OperatorName } from '../condition/comparisons.js'

export const changeNames = ['chfield', 'chfieldfrom', 'chfieldto', 'chfieldvalue', 'deadlinefrom', 'deadlineto']

export function isChangeName(name: string): boolean {
  return changeNames.includes(name)
}

/**
 * Reads them: one change of one of the fields, from then, to then, to that value; and bugs changed since then at all.
 * @throws invalid_field_name, illegal_date
 */
export function readChanges(given: SearchParameters): Condition[] {
  const [from, to] = [dateOf(given, 'chfieldfrom'), endOf(given, 'chfieldto')]
  const value = given.first('chfieldvalue')
  const fields = given.texts('chfield').filter((text) => text.trim() !== '')
  const conditions: Condition[] = []
  if (from !== undefined) conditions.push(test('delta_ts', 'greaterthaneq', [from], 'chfieldfrom'))
  const isOfAnything = fields.length === 0 && value === undefined
  if (to !== undefined && isOfAnything) conditions.push(test('delta_ts', 'lessthaneq', [to], 'chfieldto'))
  if (fields.length > 0 && [from, to, value].some((one) => one !== undefined)) {
    const changes = fields.map((field) => changeOf(given, field, from, to, value))
    // The creation of a bug sets no value, so without a time it would find every bug.
    conditions.push({ any: changes.filter(({ sameRow }) => sameRow.length > 0) })
  }
  return [...conditions, ...readDeadline(given)]
}

function changeOf(given: SearchParameters, name: string, from?: string, to?: string, value?: string) {
  const isCreation = name.trim() === '[Bug creation]'
  const field = isCreation ? 'creation_ts' : requireField(given.catalogue, name.trim(), 'chfield').name
  const part = (operator: OperatorName, text: string | undefined, input: string): RowTest[] => {
    if (text === undefined) return []
    const source = { field: 'chfield', operator: 'chfield', value: input }
    return [{ test: { field, operator, values: [text], source }, isNegated: false }]
  }
  return {
    sameRow: [
      ...part('changedafter', from, 'chfieldfrom'),
      ...part('changedbefore', to, 'chfieldto'),
      ...part('changedto', isCreation ? undefined : value, 'chfieldvalue'),
    ],
  }
}

function readDeadline(given: SearchParameters): Condition[] {
  const [from, to] = [given.first('deadlinefrom'), given.first('deadlineto')]
  return [
    ...(from === undefined ? [] : [test('deadline', 'greaterthaneq', [from], 'deadlinefrom')]),
    ...(to === undefined ? [] : [test('deadline', 'lessthaneq', [to], 'deadlineto')]),
  ]
}

/** Now is no limit. */
function dateOf(given: SearchParameters, name: string): string | undefined {
  const text = given.first(name)
  return text === undefined || /^\s*now\s*$/i.test(text) ? undefined : text
}

/** The last moment of a day when it is one. @throws illegal_date */
function endOf(given: SearchParameters, name: string): string | undefined {
  const text = dateOf(given, name)
  if (text === undefined) return undefined
  return new Date(parseWholeDay(text, given.now, name).until.getTime() - 1).toISOString()
}
