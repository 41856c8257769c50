// Reads one alternative of a word in a quicksearch.
import type { Catalogue } from '../../setup/catalogue.js'
import type { OperatorName } from '../condition/comparisons.js'
import { test, type Condition } from '../condition/tree.js'
import { fieldNamed } from './field-names.js'
import { isQuoted, slice, split, type Piece } from './words.js'

/** Context and results of reading a term. */
export interface Reading {
  readonly catalogue: Catalogue
  readonly wantsFullText: boolean
  /** Names that are no field's. */
  readonly unknown: Set<string>
  /** The fields that were named. */
  readonly named: Set<string>
}

/** The condition of a term, by the first form that fits. */
export function readTerm(piece: Piece, reading: Reading): Condition {
  return (
    readSpecial(piece, reading) ??
    readFieldTerm(piece, reading) ??
    readFlag(piece) ??
    any((isQuoted(piece) ? [piece] : split(piece, ',')).map((word) => readBareWord(word, reading)))
  )
}

const quicksearchTest = (field: string, operator: OperatorName, ...values: string[]): Condition =>
  test(field, operator, values, 'quicksearch')

function any(conditions: readonly Condition[]): Condition {
  const [first] = conditions
  return first && conditions.length === 1 ? first : { any: conditions }
}

/** Several words that follow each other, in the summary or comments. */
function phrase(text: string, { wantsFullText }: Reading): Condition[] {
  return wantsFullText ? [quicksearchTest('content', 'matches', `"${text.replaceAll('"', ' ')}"`)] : []
}

const specials: Readonly<Record<string, (piece: Piece, reading: Reading) => Condition[]>> = {
  '#': ({ text }, reading) => [quicksearchTest('short_desc', 'substring', text), ...phrase(text, reading)],
  ':': (piece) =>
    valuesOf(piece).flatMap((value) =>
      ['product', 'component'].map((name) => quicksearchTest(name, 'substring', value)),
    ),
  '@': (piece) => valuesOf(piece).map((value) => quicksearchTest('assigned_to', 'substring', value)),
  '[': ({ text }) => ['short_desc', 'status_whiteboard'].map((name) => quicksearchTest(name, 'substring', text)),
  '!': ({ text }) => [quicksearchTest('keywords', 'anywords', ...text.split(/[\s,]+/).filter((word) => word !== ''))],
}

/** A first character that selects where to search. */
function readSpecial(piece: Piece, reading: Reading): Condition | undefined {
  const special = specials[piece.mask[0] ?? '']
  const rest = slice(piece, 1)
  if (!special || rest.text.replaceAll(',', '').trim() === '') return undefined
  return any(special(rest, reading))
}

const comparisons: Readonly<Record<string, OperatorName>> = {
  ':': 'substring',
  '=': 'equals',
  '!=': 'notequals',
  '>=': 'greaterthaneq',
  '<=': 'lessthaneq',
  '>': 'greaterthan',
  '<': 'lessthan',
}

const fieldTerm = /^([^\0:=!<>]+)(!=|>=|<=|[:=<>])/

/** Fields, a comparison and values: each of the fields may have each of the values. */
function readFieldTerm(piece: Piece, reading: Reading): Condition | undefined {
  const [start = '', names = '', sign = ''] = fieldTerm.exec(piece.mask) ?? []
  const rest = slice(piece, start.length)
  if (start === '' || isAddress(piece.mask)) return undefined
  const values = valuesOf(rest)
  if (values.length === 0) return undefined
  if (names.trim().toLowerCase() === 'flag' && sign === ':') {
    const flag = readFlag(rest)
    if (flag) return flag
  }
  const conditions = names.split(',').flatMap((name): Condition[] => {
    const field = fieldNamed(reading.catalogue, name)
    if (field === undefined) {
      reading.unknown.add(name)
      return []
    }
    reading.named.add(field)
    return values.map((value) => quicksearchTest(field, operatorFor(field, sign), value))
  })
  return any(conditions)
}

function operatorFor(field: string, sign: string): OperatorName {
  if (field === 'content') return 'matches'
  if (field === 'owner_idle_time') return 'greaterthan'
  return comparisons[sign] ?? 'substring'
}

/** Reads a requested flag, optionally with its requestee: `review?bob`. */
function readFlag({ mask, text }: Piece): Condition | undefined {
  const [start = '', name] = /^([^\0?]+)\?(?=[^?]*$)/.exec(mask) ?? []
  if (name === undefined) return undefined
  const flag = quicksearchTest('flagtypes.name', 'substring', `${name}?`)
  const requestee = text.slice(start.length)
  return requestee === '' ? flag : { all: [flag, quicksearchTest('requestees.login_name', 'substring', requestee)] }
}

function valuesOf(piece: Piece): string[] {
  return split(piece, ',')
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '')
}

/** Words too common in bugs to suggest a product or component. */
const commonWords: Readonly<Record<string, readonly string[]>> = { product: ['row', 'new'], component: ['hang'] }

/** Reads a word without a field: a priority, or text in any of several fields. */
function readBareWord(piece: Piece, reading: Reading): Condition {
  const { text } = piece
  const { catalogue } = reading
  const priorities = isQuoted(piece) ? undefined : prioritiesOf(text, catalogue)
  if (priorities) return quicksearchTest('priority', 'anyexact', ...priorities)
  const fields = ['alias', 'short_desc', 'status_whiteboard']
  for (const [name, common] of Object.entries(commonWords))
    if (text.length > 2 && !common.includes(text.toLowerCase())) fields.push(name)
  if (catalogue.keywords.named(text)) fields.push('keywords')
  if (isAddress(text)) fields.push('bug_file_loc')
  return { any: [...fields.map((name) => quicksearchTest(name, 'substring', text)), ...phrase(text, reading)] }
}

/** Priorities by name or, where none is called so, by place: P1 or P1-3. */
function prioritiesOf(text: string, catalogue: Catalogue): string[] | undefined {
  const [, from, to = from] = /^P(\d{1,3})(?:-P?(\d{1,3}))?$/i.exec(text) ?? []
  const names = catalogue.fields.named('priority')?.values.map((value) => value.name) ?? []
  if (from === undefined || names.length === 0) return undefined
  const [low = 0, high = 0] = [Number(from), Number(to)].toSorted((a, b) => a - b)
  const isCalled = (name: string) =>
    /^P\d+$/i.test(name) && Number(name.slice(1)) >= low && Number(name.slice(1)) <= high
  const called = names.filter(isCalled)
  if (called.length > 0) return called
  const [first = 1, last = 1] = [low, high].map((place) => Math.min(Math.max(place, 1), names.length))
  return names.slice(first - 1, last)
}

/** Returns true if a word looks like a URL, a host name or an IP address. */
function isAddress(text: string): boolean {
  if (/^(mailto:|localhost\b)/i.test(text) || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return true
  return /^\d{1,3}(\.\d{1,3}){3}\b/.test(text) || /^([a-z0-9-]+\.)+[a-z]{2,}(:\d+)?(\/|$)/i.test(text)
}
