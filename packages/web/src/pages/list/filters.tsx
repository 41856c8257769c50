// The filters of a list: those that are there at once, those that one adds, and those that are in force.
import { useSignal } from '@preact/signals'
import type { FieldOfMetadata } from '@trackerkit/client'
import { useId } from 'preact/hooks'
import { ChoiceField } from '../../parts/choice-field.js'
import { Icon } from '../../parts/icon.js'
import { useOnDemand } from '../../parts/on-demand.js'
import { PersonChoice } from '../../parts/person-choice.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { Texts } from '../../texts/index.js'
import { chipsOf } from './chips.js'
import type { FilterValues } from './filter-values.js'
import { changed, filterFields, listPath, type FilterField } from './query.js'

interface FiltersProps {
  readonly query: URLSearchParams
  readonly values: FilterValues
  readonly fields: readonly FieldOfMetadata[]
  /** Collapsed on phones. */
  readonly isUnfolded: boolean
}

const loadMore = () => import('./on-demand.js')

export function Filters({ query, values, fields, isUnfolded }: FiltersProps) {
  const app = useApp()
  const { texts, href, who } = app
  const isAdding = useSignal(false)
  const more = useOnDemand(loadMore, isAdding.value)
  const go = (changes: Readonly<Record<string, readonly string[]>>) =>
    void app.go(listPath(changed(app.query(), changes)))
  const choose = (field: FilterField, value: string) =>
    go({ [field]: value === '' ? [] : [value], [`${field}_type`]: [] })
  const add = (field: string, isNot: boolean, value: string) => {
    isAdding.value = false
    const now = app.query()
    const isSame = (now.get(`${field}_type`) === 'notequals') === isNot
    const others = isSame && !isNot ? now.getAll(field).filter((other) => other !== value) : []
    go({ [field]: [...others, value], [`${field}_type`]: isNot ? ['notequals'] : [] })
  }
  return (
    <form
      id="filters"
      class={isUnfolded ? 'filters' : 'filters is-folded'}
      aria-label={texts.list.filters}
      action={href('/bugs')}
      method="get"
      onSubmit={(event) => event.preventDefault()}
    >
      {filterFields.map((field) =>
        field === 'assigned_to' ? (
          who && (
            <AssigneeFilter key={field} value={soleValue(query, field)} onChoose={(login) => choose(field, login)} />
          )
        ) : (
          <FilterSelect
            key={field}
            field={field}
            query={query}
            values={values[field]}
            onChoose={(value) => choose(field, value)}
          />
        ),
      )}
      <HiddenCriteria query={query} />
      <button
        type="button"
        class="add-filter"
        aria-expanded={isAdding.value}
        onClick={() => (isAdding.value = !isAdding.value)}
      >
        <Icon name="plus" size={14} />
        {texts.list.add}
      </button>
      <noscript>
        <button type="submit">{texts.list.apply}</button>
      </noscript>
      {more && isAdding.value && <more.AddFilter offered={values} fields={fields} onAdd={add} />}
    </form>
  )
}

/** Keeps the other criteria when the form is sent without scripts. */
function HiddenCriteria({ query }: { readonly query: URLSearchParams }) {
  const others = [...query].filter(([name]) => !(filterFields as readonly string[]).includes(name) && name !== 'offset')
  return (
    <>
      {others.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
    </>
  )
}

interface AssigneeFilterProps {
  readonly value: string
  readonly onChoose: (login: string) => void
}

function AssigneeFilter({ value, onChoose }: AssigneeFilterProps) {
  const { texts } = useApp()
  return (
    <div class={`filter ${value === '' ? '' : 'is-set'}`}>
      <span class="label" aria-hidden="true">
        {texts.fields.assigned_to}
      </span>
      <PersonChoice label={texts.fields.assigned_to} value={value} empty={texts.list.any} onChoose={onChoose} />
    </div>
  )
}

/** The value of a filter that asks for exactly one. */
function soleValue(query: URLSearchParams, field: string): string {
  const [value = '', ...others] = query.getAll(field)
  return others.length === 0 && !query.has(`${field}_type`) ? value : ''
}

interface FilterSelectProps {
  readonly field: FilterField
  readonly query: URLSearchParams
  readonly values: readonly string[]
  readonly onChoose: (value: string) => void
}

function FilterSelect({ field, query, values, onChoose }: FilterSelectProps) {
  const { texts } = useApp()
  const id = useId()
  const value = soleValue(query, field)
  const shown = field === 'status' && value === '__all__' ? '' : value
  return (
    <div class={`filter ${shown === '' ? '' : 'is-set'}`}>
      <label for={id}>{texts.fields[field]}</label>
      <ChoiceField
        id={id}
        label={texts.fields[field]}
        name={field}
        value={shown}
        options={values}
        empty={texts.list.any}
        {...(field === 'status' && { more: { __open__: texts.list.open, __closed__: texts.list.closed } })}
        onChoose={onChoose}
      />
    </div>
  )
}

export function ActiveFilters({ query, fields }: Pick<FiltersProps, 'query' | 'fields'>) {
  const app = useApp()
  const { texts } = app
  const chips = chipsOf(query, texts, fields)
  if (chips.length === 0) return null
  return (
    <div class="active-filters">
      <ul class="chips" aria-label={texts.list.active}>
        {chips.map(({ words, without }) => (
          <li key={words} class="chip">
            <bdi>{visible(words)}</bdi>
            <button
              type="button"
              class="quiet icon-button"
              aria-label={texts.list.remove(visible(words))}
              onClick={() => void app.go(listPath(without(app.query())))}
            >
              <Icon name="remove" size={14} />
            </button>
          </li>
        ))}
      </ul>
      <ClearFilters texts={texts} go={(path) => void app.go(path)} />
    </div>
  )
}

function ClearFilters({ texts, go }: { readonly texts: Texts; readonly go: (path: string) => void }) {
  return (
    <button type="button" class="quiet" onClick={() => go('/bugs?status=__open__')}>
      {texts.list.clear}
    </button>
  )
}
