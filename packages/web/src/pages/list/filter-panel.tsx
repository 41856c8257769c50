// The panel that filters a list by one field.
import { useSignal, type Signal } from '@preact/signals'
import type { FieldOfMetadata } from '@trackerkit/client'
import type { RefObject } from 'preact'
import { useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { metadataOfLists } from '../../page/metadata.js'
import { namesInProducts } from '../../page/product-values.js'
import { valueOptions } from '../../parts/value-options.js'
import { labelOfField } from '../../page/field-label.js'
import { onKey, OptionList } from '../../parts/choice-panel.js'
import { useChoosing } from '../../parts/choosing.js'
import { matching, type Option, type Options } from '../../parts/option.js'
import { peopleOptions } from '../../parts/people-options.js'
import { useOutside, useTopLayer } from '../../parts/top-layer.js'
import { visible } from '../../parts/visible.js'
import { useApp, type App } from '../../state/app.js'
import { isText, isWithoutValue, type Comparison, type Filter } from './active-filters.js'
import { changed, criteriaOf, hasCriteria } from '../query/query.js'

interface FilterPanelProps {
  readonly field: FieldOfMetadata
  /** The filter as it is now. */
  readonly filter?: Filter
  readonly query: URLSearchParams
  readonly anchor: RefObject<HTMLElement | null>
  /** No values: the filter goes. */
  readonly onApply: (comparison: Comparison, values: readonly string[] | undefined) => void
  readonly onClose: () => void
}

const comparisons: readonly Comparison[] = ['is', 'isNot', 'isEmpty', 'isNotEmpty']

function useFilter(props: FilterPanelProps) {
  const { field, filter, onApply } = props
  const app = useApp()
  const label = labelOfField(app.texts, field)
  const comparison = useSignal<Comparison>(filter?.comparison ?? 'is')
  // Once: it requests the number of bugs.
  const options = useMemo(() => optionsOfField(app, props), [])
  const text = useSignal(filter?.values[0] ?? '')
  const apply = (values: readonly string[]) => {
    if (isWithoutValue(comparison.value)) onApply(comparison.value, [])
    else onApply(comparison.value, values.length === 0 ? undefined : values)
  }
  const value = filter?.values ?? []
  const choosing = useChoosing({ label, options: () => options ?? [], value, isMany: true, onSave: apply })
  const submit = () => {
    if (options) choosing.save()
    else apply(text.value === '' ? [] : [text.value])
  }
  return { label, comparison, hasOptions: options !== undefined, text, choosing, submit }
}

export function FilterPanel(props: FilterPanelProps) {
  const { field, anchor, onClose } = props
  const { texts } = useApp()
  const { label, comparison, hasOptions, text, choosing, submit } = useFilter(props)
  const panel = useRef<HTMLDivElement>(null)
  useTopLayer(panel, anchor)
  useOutside(panel, anchor, onClose)
  useLayoutEffect(() => panel.current?.querySelector<HTMLElement>('[type=search], [type=text]')?.focus(), [])
  const isNeeded = !isWithoutValue(comparison.value)
  return (
    <div
      ref={panel}
      class="choice-panel filter-panel"
      popover="manual"
      role="dialog"
      aria-label={texts.listTools.filter(label)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Conditions comparison={comparison} isText={isText(field)} />
        {isNeeded && hasOptions && (
          <OptionList
            choosing={choosing}
            isMany
            onKeyDown={(event) => {
              if (event.key !== 'Tab') onKey(event, choosing, { isMany: true, onClose })
            }}
          />
        )}
        {isNeeded && !hasOptions && <ValueField text={text} />}
        <div class="choice-foot">
          <button type="submit" class="primary" aria-keyshortcuts="Control+Enter">
            {texts.listTools.apply}
          </button>
        </div>
      </form>
    </div>
  )
}

function ValueField({ text }: { readonly text: Signal<string> }) {
  const { texts } = useApp()
  return (
    <input
      type="text"
      dir="auto"
      aria-label={texts.listTools.value}
      value={text.value}
      onInput={({ currentTarget }) => (text.value = currentTarget.value)}
    />
  )
}

interface ConditionsProps {
  readonly comparison: { value: Comparison }
  readonly isText: boolean
}

function Conditions({ comparison, isText: ofText }: ConditionsProps) {
  const { texts } = useApp()
  const name = useId()
  const words = texts.list.comparisons[ofText ? 'text' : 'other']
  return (
    <div role="radiogroup" aria-label={texts.listTools.condition} class="conditions">
      {comparisons.map((one) => (
        <label key={one} class="check">
          <input
            type="radio"
            name={name}
            checked={comparison.value === one}
            onChange={() => (comparison.value = one)}
          />
          {words[one]}
        </label>
      ))}
    </div>
  )
}

/** Undefined: any text. */
function optionsOfField(app: App, { field, query, filter }: FilterPanelProps): Options | undefined {
  const { operations, who } = app
  const name = field.name_in_bugs ?? field.name
  if (field.control === 'person' || field.control === 'people' || name === 'creator')
    return who ? withChosen(peopleOptions(app), filter?.values ?? []) : undefined
  const load = namesOfField(operations, field, query.getAll('product'))
  if (!load) return undefined
  const counts = countsOf(operations, field, filter?.without(query) ?? query)
  let all: Promise<readonly Option[]> | undefined
  return async (typed) => {
    all ??= Promise.all([load(), counts]).then(([names, known]) => optionsIn(app, name, names, known))
    return matching(await all, typed)
  }
}

/** Components, versions and milestones are those of the filtered products. */
function namesOfField(operations: App['operations'], field: FieldOfMetadata, products: readonly string[]) {
  if (field.name === 'keywords')
    return async () => (await metadataOfLists(operations)).keywords.map((keyword) => keyword.name)
  const inProducts = namesInProducts(operations, field.name_in_bugs ?? '', products)
  if (inProducts) return inProducts
  const names = field.values.map((value) => value.name).filter((value) => value !== '')
  return names.length === 0 ? undefined : async () => Promise.resolve(names)
}

/** The number of bugs by value; undefined: not known. */
type Counts = ReadonlyMap<string, number> | undefined

function optionsIn({ texts }: App, name: string, names: readonly string[], counts: Counts): readonly Option[] {
  const { open, closed } = texts.list
  const groups = name === 'status' ? { __open__: open, __closed__: closed } : {}
  const option = (named: Option): Option => {
    const shown = <bdi>{visible(named.text)}</bdi>
    if (!counts) return { ...named, content: shown }
    const count = (
      <span class="quiet-text" aria-hidden="true">
        {texts.number(counts.get(named.value) ?? 0)}
      </span>
    )
    return { ...named, content: [shown, ' ', count] }
  }
  return [
    ...Object.entries(groups).map(([value, text]) => ({ value, text })),
    ...valueOptions(texts, name, names).map(option),
  ]
}

/** Milliseconds. Options do not wait longer for their numbers. */
const longestCount = 300

/** How many bugs of the list there are with each value. */
async function countsOf(
  operations: App['operations'],
  field: FieldOfMetadata,
  others: URLSearchParams,
): Promise<Counts> {
  const x = field.name_in_bugs
  if (x === null || !field.is_countable) return undefined
  // Without criteria the API would count nothing.
  const criteria = criteriaOf(hasCriteria(others) ? others : changed(others, { status: ['__all__'] }))
  const counted = operations.bugs
    .count({ ...criteria, x })
    .then(({ x: values, counts }): Counts => new Map(values.map((value, at) => [value, counts[at]?.[0] ?? 0])))
    .catch(() => undefined)
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), longestCount))
  return Promise.race([counted, late])
}

/** The chosen people are at the top while nothing is typed. */
function withChosen(search: ReturnType<typeof peopleOptions>, chosen: readonly string[]): Options {
  return async (text, signal) => {
    const found = await search(text, signal)
    const missing = text === '' ? chosen.filter((login) => !found.some(({ value }) => value === login)) : []
    return [...missing.map((login) => ({ value: login, text: visible(login) })), ...found]
  }
}
