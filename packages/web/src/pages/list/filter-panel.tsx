// The panel that filters a list by one field.
import { useSignal, type Signal } from '@preact/signals'
import type { FieldOfMetadata } from '@trackerkit/client'
import type { RefObject } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { labelOfField } from '../../page/field-label.js'
import { onKey, OptionList } from '../../parts/choice-panel.js'
import { useChoosing } from '../../parts/choosing.js'
import { matching, optionsOf, type Options } from '../../parts/option.js'
import { peopleOptions } from '../../parts/people-options.js'
import { useOutside, useTopLayer } from '../../parts/top-layer.js'
import { visible } from '../../parts/visible.js'
import { useApp, type App } from '../../state/app.js'
import { isText, isWithoutValue, type Comparison, type Filter } from './active-filters.js'
import type { ListData } from './load.js'

interface FilterPanelProps {
  readonly field: FieldOfMetadata
  /** The filter as it is now. */
  readonly filter?: Filter
  readonly data: ListData
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
  const options = useRef(optionsOfField(app, props)).current
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
function optionsOfField(app: App, { field, data, filter }: FilterPanelProps): Options | undefined {
  const { texts, operations, who } = app
  const name = field.name_in_bugs ?? field.name
  const { open, closed } = texts.list
  if (name === 'keywords')
    return async (typed) => {
      const { keywords } = await operations.server.metadata()
      return matching(optionsOf(keywords.map((keyword) => keyword.name)), typed)
    }
  if (field.control === 'person' || field.control === 'people' || name === 'creator')
    return who ? withChosen(peopleOptions(app), filter?.values ?? []) : undefined
  const values: readonly string[] =
    (data.values as Readonly<Record<string, readonly string[]>>)[name] ?? field.values.map((value) => value.name)
  const names = values.filter((value) => value !== '')
  if (names.length === 0) return undefined
  const groups = name === 'status' ? { __open__: open, __closed__: closed } : {}
  return [...Object.entries(groups).map(([value, text]) => ({ value, text })), ...optionsOf(names)]
}

/** The chosen people are at the top while nothing is typed. */
function withChosen(search: ReturnType<typeof peopleOptions>, chosen: readonly string[]): Options {
  return async (text, signal) => {
    const found = await search(text, signal)
    const missing = text === '' ? chosen.filter((login) => !found.some(({ value }) => value === login)) : []
    return [...missing.map((login) => ({ value: login, text: visible(login) })), ...found]
  }
}
