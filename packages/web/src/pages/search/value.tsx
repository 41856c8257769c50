// The value of a condition: chosen if the values are known, otherwise typed.
import type { FieldOfMetadata } from '@trackerkit/client'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { Choice } from '../../parts/choice.js'
import { matching, type Option, type Options } from '../../parts/option.js'
import { namesInProducts } from '../../page/product-values.js'
import { peopleOptions } from '../../parts/people-options.js'
import { visible } from '../../parts/visible.js'
import { useApp, type App } from '../../state/app.js'
import { kindOf, valueFormOf } from '../query/kinds.js'
import { valueText } from './sentence.js'
import type { Condition } from '../query/tree.js'

interface ValueProps {
  readonly condition: Condition
  /** Undefined: none is chosen, or the tracker has no such field. */
  readonly field: FieldOfMetadata | undefined
  readonly metadata: ServerMetadataAnswer
  readonly onChange: (values: readonly string[]) => void
}

export function Value({ condition, field, metadata, onChange }: ValueProps) {
  const app = useApp()
  const { texts } = app
  const labels = texts.builder
  const form = valueFormOf(kindOf(field), condition.operator)
  if (form === 'none') return null
  if (form === 'text') return <TypedValue condition={condition} onChange={onChange} />
  const isMany = form === 'many' || form === 'persons'
  const shown = condition.values.map((value) => valueText(texts, field, value))
  const source = (): Options => {
    if (form === 'person' || form === 'persons') return personOptions(app)
    if (form === 'day') return dayOptions(app)
    if (form === 'switch')
      return [1, 0].map((value) => ({ value: String(value), text: value ? labels.yes : labels.no }))
    return valuesOf(app, metadata, field, condition)
  }
  return (
    <Choice
      key={`${condition.field} ${form}`}
      label={labels.value}
      value={condition.values}
      shown={<bdi>{visible(labels.listOfSome(shown))}</bdi>}
      empty={isMany ? labels.values : labels.value}
      isMany={isMany}
      options={source}
      create={form === 'day' ? typedDay : undefined}
      onSave={onChange}
    />
  )
}

function TypedValue({ condition, onChange }: Pick<ValueProps, 'condition' | 'onChange'>) {
  const { texts, isLive } = useApp()
  return (
    <input
      type="text"
      dir="auto"
      autocomplete="off"
      aria-label={texts.builder.value}
      placeholder={texts.builder.value}
      disabled={!isLive.value}
      value={condition.values.join(', ')}
      onInput={({ currentTarget }) => onChange(currentTarget.value === '' ? [] : [currentTarget.value])}
    />
  )
}

/** `%user%` is the user who searches, also in a shared search. */
function personOptions(app: App): Options {
  const { who, texts } = app
  const search = peopleOptions(app)
  return async (text, signal) => {
    const options = await search(text, signal)
    return options.map((option) =>
      who && option.value === who.login ? { ...option, value: '%user%', text: texts.people.me } : option,
    )
  }
}

const daysBefore = [0, 1, 7, 30, 90, 365]

function dayOptions({ texts }: App): Option[] {
  const { today, daysAgo } = texts.builder
  return daysBefore.map((days) => ({ value: `-${days}d`, text: days === 0 ? today : daysAgo(days) }))
}

/** A day, or a time before now as the API takes it, such as `-3w`. */
function typedDay(text: string): Option | undefined {
  return /^(\d{4}-\d\d-\d\d|[-+]\d{1,6}[hdwmy]s?)$/i.test(text) ? { value: text, text } : undefined
}

function valuesOf(
  { texts, operations }: App,
  { keywords, groups }: ServerMetadataAnswer,
  field: FieldOfMetadata | undefined,
  { values, operator }: Condition,
): Options {
  const optionsOf = (names: readonly string[]) => {
    const special = field?.name === 'bug_status' && !operator.startsWith('changed') ? ['__open__', '__closed__'] : []
    const known = [...special, ...new Set(names.filter((name) => name !== ''))]
    const all = [...known, ...values.filter((value) => !known.includes(value))]
    return all.map((value): Option => ({ value, text: valueText(texts, field, value), keywords: value }))
  }
  const named = namesInProducts(operations, field?.name_in_bugs ?? '')
  if (named) return async (typed) => matching(optionsOf(await named()), typed)
  if (field?.name === 'keywords') return optionsOf(keywords.map(({ name }) => name))
  if (field?.name === 'bug_group')
    return optionsOf(groups.flatMap(({ name, is_bug_group }) => (is_bug_group ? [name] : [])))
  return optionsOf((field?.values ?? []).map(({ name }) => name))
}
