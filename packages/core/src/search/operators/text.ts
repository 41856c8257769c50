// Text: columns with a folded twin, and names that are compared in memory.
import { compilePattern } from '../../kernel/pattern/compile.js'
import type { EntityName, Where } from '../../schema/index.js'
import { compareText, fold } from '../../store/index.js'
import { compared, contains, either, every, isIn, type ColumnOf } from '../condition/columns.js'
import { refuse, type ColumnOperator } from './ask.js'
import type { Comparison } from '../condition/comparisons.js'
import { readRows, type ReadableRows } from './read.js'

interface TextColumns<E extends EntityName> {
  /** Holds the text as `fold` makes it. */
  readonly folded: ColumnOf<E, 'text'>
  /** Holds the text as it is; without it `casesubstring` is refused. */
  readonly raw?: ColumnOf<E, 'text'>
  readonly rows: ReadableRows<E>
}

const comparisons = { lessthan: 'lt', lessthaneq: 'lte', greaterthan: 'gt', greaterthaneq: 'gte' } as const

/** Text in a column. */
export function text<E extends EntityName>({ folded, raw, rows }: TextColumns<E>): ColumnOperator<E> {
  return (comparison, values, context) => {
    switch (comparison) {
      case 'equals':
        return isIn<E>(folded, values.map(fold))
      case 'substring':
        return either(values.map((value) => contains<E>(folded, fold(value))))
      case 'casesubstring':
        return raw === undefined ? refuse(context) : either(values.map((value) => contains<E>(raw, value)))
      case 'lessthan':
      case 'lessthaneq':
      case 'greaterthan':
      case 'greaterthaneq':
        return either(values.map((value) => compared<E>(folded, comparisons[comparison], fold(value))))
      case 'empty':
        return isIn<E>(folded, [''])
      case 'word':
      case 'regexp': {
        const narrowed = mayAnswer<E>(folded, comparison, values, context.test.source.value)
        return readRows<E>(rows, folded, 'folded text', comparison, values, context, [narrowed])
      }
    }
  }
}

/** Returns a condition met by every matching string. @throws invalid_regexp */
function mayAnswer<E extends EntityName>(
  folded: ColumnOf<E, 'text'>,
  comparison: 'word' | 'regexp',
  values: readonly string[],
  field: string,
): Where<E> {
  const needles = (value: string) =>
    comparison === 'word' ? [value] : compilePattern(value, { ignoreCase: true, field }).literals.filter(isAscii)
  return either(values.map((value) => every(needles(value).map((needle) => contains<E>(folded, fold(needle))))))
}

/** Letters beyond ASCII may fold to several, or join with their neighbours. */
export function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text)
}

/**
 * The same question, put to text in memory.
 * @param field the input that the values come from, for errors
 * @throws invalid_regexp
 */
export function textMatcher(
  comparison: Comparison,
  values: readonly string[],
  field: string,
): (text: string) => boolean {
  if (comparison === 'casesubstring') return (name) => values.some((value) => name.includes(value))
  if (comparison === 'regexp') {
    const patterns = values.map((value) => compilePattern(value, { ignoreCase: true, field }))
    return (name) => patterns.some((pattern) => pattern.test(name))
  }
  if (comparison === 'empty') return (name) => name === ''
  const tests = values.map((value) => foldedTest(comparison, fold(value)))
  return (name) => {
    const folded = fold(name)
    return tests.some((test) => test(folded))
  }
}

const longestWord = 1000

/** The same question as to one value, and put to folded text. */
export function foldedTest(
  comparison: Exclude<Comparison, 'casesubstring' | 'regexp' | 'empty'>,
  value: string,
): (folded: string) => boolean {
  switch (comparison) {
    case 'equals': {
      const wanted = value.trim()
      return (name) => name === wanted
    }
    case 'substring':
      return (name) => name.includes(value)
    case 'word': {
      // Long texts are hardly words, and no pattern can be made of very long ones.
      if (value.length > longestWord) return () => false
      const letter = '[\\p{L}\\p{N}]'
      const word = new RegExp(`(?<!${letter})${value.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&')}(?!${letter})`, 'u')
      return (name) => word.test(name)
    }
    case 'lessthan':
      return (name) => compareText(name, value) < 0
    case 'lessthaneq':
      return (name) => compareText(name, value) <= 0
    case 'greaterthan':
      return (name) => compareText(name, value) > 0
    case 'greaterthaneq':
      return (name) => compareText(name, value) >= 0
  }
}
