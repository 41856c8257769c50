// The search in one sentence.
import type { FieldOfMetadata } from '@trackerkit/client'
import { labelOfField } from '../../page/field-label.js'
import { wordsOfCriterion } from '../../page/value-words.js'
import type { Texts } from '../../texts/index.js'
import { kindOf } from '../query/kinds.js'
import { completed, takesNoValue, type Condition, type Group, type Part, type SearchQuery } from '../query/tree.js'

export function sentenceOf({ root, words }: SearchQuery, fields: readonly FieldOfMetadata[], texts: Texts): string {
  const labels = texts.builder.sentence
  const group = completed(root)
  const parts = [
    ...(words.trim() === '' ? [] : [labels.words(words.trim())]),
    ...(group.parts.length === 0 ? [] : [groupText(group, fields, texts, words.trim() === '' && !group.isNot)]),
  ]
  return parts.length === 0 ? labels.all : labels.bugs(parts.join(labels.and))
}

function groupText(
  { match, isNot, parts }: Group,
  fields: readonly FieldOfMetadata[],
  texts: Texts,
  isOuter: boolean,
): string {
  const labels = texts.builder.sentence
  const joined = parts.map((part) => partText(part, fields, texts)).join(match === 'OR' ? labels.or : labels.and)
  const text = match === 'AND_G' ? labels.onSame(joined) : joined
  if (isNot) return labels.not(text)
  return isOuter || parts.length === 1 ? text : labels.group(text)
}

function partText(part: Part, fields: readonly FieldOfMetadata[], texts: Texts): string {
  if (part.kind === 'group') return groupText(part, fields, texts, false)
  const text = conditionText(part, fields, texts)
  return part.isNot ? texts.builder.sentence.not(text) : text
}

function conditionText(
  { field: name, operator, values }: Condition,
  fields: readonly FieldOfMetadata[],
  texts: Texts,
): string {
  const field = fields.find((one) => one.name === name)
  const label = field ? labelOfField(texts, field) : name
  const kind = kindOf(field)
  // "is any of High or Highest" would say it twice.
  const isList = operator === 'anyexact' && kind !== 'several' && kind !== 'people'
  const words = operatorText(texts, kind, isList ? 'equals' : operator)
  if (takesNoValue(operator)) return `${label} ${words}`
  const list = operator.startsWith('all') ? texts.builder.listOfAll : texts.builder.listOfSome
  return `${label} ${words} ${list(values.map((value) => valueText(texts, field, value)))}`
}

export function operatorText(
  { builder: { operators, ofSeveral, ofNumbers } }: Texts,
  kind: string,
  operator: string,
): string {
  const special: Readonly<Record<string, string>> = kind === 'several' ? ofSeveral : kind === 'number' ? ofNumbers : {}
  return special[operator] ?? (operators as Readonly<Record<string, string>>)[operator] ?? operator
}

/** A value as it is shown: some texts stand for others. */
export function valueText(texts: Texts, field: FieldOfMetadata | undefined, value: string): string {
  const { builder } = texts
  const kind = kindOf(field)
  if (kind === 'switch') return value === '1' ? builder.yes : builder.no
  const [, days] = (kind === 'day' ? /^-(\d+)d$/i.exec(value) : null) ?? []
  return days === undefined ? wordsOfCriterion(texts, field?.name ?? '', value) : builder.daysAgo(Number(days))
}
