// The filters of a list: a chip for each, and the button that adds one.
import { useSignal, type Signal } from '@preact/signals'
import type { FieldOfMetadata } from '@trackerkit/client'
import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { ordered } from '../../fields/ordered.js'
import { labelOf, labelOfField } from '../../page/field-label.js'
import { wordsOfCriterion } from '../../page/value-words.js'
import { Choice } from '../../parts/choice.js'
import { Icon } from '../../parts/icon.js'
import { Link } from '../../parts/link.js'
import { useOnDemand } from '../../parts/on-demand.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { Texts } from '../../texts/index.js'
import { activeFiltersOf, isText, type Filter } from './active-filters.js'
import type { ListData } from './load.js'
import { filterFields, listPath } from '../query/query.js'

/** The field that is being filtered by, and its filter if it has one. */
interface Edited {
  readonly field: FieldOfMetadata
  readonly filter?: Filter
  readonly anchor: RefObject<HTMLElement | null>
}

interface FiltersProps {
  readonly query: URLSearchParams
  readonly data: ListData
}

const loadMore = () => import('./on-demand.js')

export function Filters({ query, data }: FiltersProps) {
  const app = useApp()
  const { texts } = app
  const edited = useSignal<Edited | undefined>(undefined)
  const more = useOnDemand(loadMore, edited.value !== undefined, () => (edited.value = undefined))
  const { filters, advanced } = activeFiltersOf(query, data.fields)
  const now = edited.value
  const close = () => {
    edited.value = undefined
    now?.anchor.current?.querySelector('button')?.focus({ preventScroll: true })
  }
  return (
    <>
      {filters.length + advanced > 0 && (
        <ul class="chips" aria-label={texts.list.active}>
          {filters.map((filter, index) => (
            <FilterChip key={keyOf(filters, index)} filter={filter} data={data} edited={edited} />
          ))}
          {advanced > 0 && (
            <li class="chip">
              <Link to={`/search?${query}`}>{texts.list.advancedChip(advanced)}</Link>
            </li>
          )}
        </ul>
      )}
      <AddFilter data={data} filters={filters} edited={edited} />
      {filters.length + advanced > 0 && (
        <button type="button" class="quiet" onClick={() => void app.go('/bugs?status=__open__')}>
          {texts.list.clear}
        </button>
      )}
      {more && now && (
        <more.FilterPanel
          key={now.field.name}
          {...now}
          query={query}
          onClose={close}
          onApply={(comparison, values) => {
            const current = app.query()
            const before = now.filter ? now.filter.without(current) : current
            close()
            void app.go(
              listPath(values === undefined ? before : more.withFilter(before, now.field, comparison, values)),
            )
          }}
        />
      )}
    </>
  )
}

/** Without the values: a chip whose values are edited keeps the focus. */
function keyOf(filters: readonly Filter[], index: number): string {
  const kindOf = (filter: Filter | undefined) => `${filter?.name} ${filter?.comparison}`
  const kind = kindOf(filters[index])
  return `${kind} ${filters.slice(0, index).filter((one) => kindOf(one) === kind).length}`
}

interface AddFilterProps {
  readonly data: ListData
  readonly filters: readonly Filter[]
  readonly edited: Signal<Edited | undefined>
}

function AddFilter({ data, filters, edited }: AddFilterProps) {
  const { texts } = useApp()
  const anchor = useRef<HTMLSpanElement>(null)
  const fields = () =>
    ordered(data.fields, filterFields).filter((field) => field.is_filter && field.name_in_bugs !== null)
  const choose = ([name]: readonly string[]) => {
    const field = data.fields.find((one) => one.name === name)
    // A second filter of a field would replace the first one in the address.
    const filter = filters.find((one) => one.name === field?.name_in_bugs && one.comparison === 'is')
    if (field) edited.value = { field, anchor, ...(filter && { filter }) }
  }
  return (
    <span ref={anchor} class="needs-scripts">
      <Choice
        label={texts.list.add}
        isAction
        value={[]}
        shortcut="f"
        options={() =>
          fields().map((field) => ({ value: field.name, text: labelOfField(texts, field), keywords: field.name }))
        }
        onSave={choose}
      />
    </span>
  )
}

interface FilterChipProps {
  readonly filter: Filter
  readonly data: ListData
  readonly edited: Signal<Edited | undefined>
}

function FilterChip({ filter, data, edited }: FilterChipProps) {
  const app = useApp()
  const { texts } = app
  const anchor = useRef<HTMLLIElement>(null)
  const field = data.fields.find(({ name_in_bugs }) => name_in_bugs === filter.name)
  const label = labelOfFilter(filter, data, texts)
  const values = filter.values.map((value) => visible(wordsOfCriterion(texts, filter.name, value)))
  const { comparison } = filter
  const text = texts.list.comparisons[field && isText(field) ? 'text' : 'other'][comparison]
  return (
    <li ref={anchor} class="chip">
      {field?.is_filter ? (
        <button
          type="button"
          class="quiet chip-edit"
          aria-label={texts.list.edit(label)}
          onClick={() => (edited.value = { field, filter, anchor })}
        >
          {label}
        </button>
      ) : (
        label
      )}{' '}
      {text} <bdi>{values.join(', ')}</bdi>
      <button
        type="button"
        class="quiet icon-button"
        aria-label={texts.list.remove(label, comparison, values)}
        onClick={() => void app.go(listPath(filter.without(app.query())))}
      >
        <Icon name="remove" size={14} />
      </button>
    </li>
  )
}

function labelOfFilter({ name }: Filter, { fields }: ListData, texts: Texts): string {
  if (name === 'quicksearch') return texts.list.words
  if (name === 'savedsearch') return texts.list.savedSearch
  return visible(labelOf({ metadata: { fields } }, texts, name))
}
