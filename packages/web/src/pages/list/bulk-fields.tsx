// The controls of a change to several bugs.
import type { Signal } from '@preact/signals'
import type { FieldOfMetadata } from '@trackerkit/client'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { useId } from 'preact/hooks'
import { ordered } from '../../fields/ordered.js'
import { ChoiceField } from '../../parts/choice-field.js'
import { PersonChoice } from '../../parts/person-choice.js'
import { useApp } from '../../state/app.js'
import { activeNames, valueNames } from '../../page/value-names.js'
import { labelOfField } from '../../page/field-label.js'
import { listFieldsOf, type BulkValues } from './bulk-changes.js'
import type { ListBug } from './columns.js'

interface BulkFieldsProps {
  readonly metadata: ServerMetadataAnswer
  readonly bugs: readonly ListBug[]
  readonly values: Signal<BulkValues>
}

/** The fields that come first. */
const first: readonly string[] = [
  'status',
  'resolution',
  'priority',
  'severity',
  'product',
  'component',
  'target_milestone',
  'assigned_to',
  'cc',
  'keywords',
]

export function BulkFields({ metadata, bugs, values }: BulkFieldsProps) {
  const { texts, who } = useApp()
  const labels = texts.bulk
  const set = (more: Partial<BulkValues>) => (values.value = { ...values.value, ...more })
  const { fields } = values.value
  const valueOf = (name: string) => fields[name] ?? ''
  const setField = (name: string, value: string) => set({ fields: { ...fields, [name]: value } })
  const offered: Readonly<Record<string, readonly string[]>> = offeredOf(metadata, bugs, valueOf('product'))
  const { added, replaced } = listFieldsOf(metadata.fields)
  const special: Readonly<Record<string, string>> = { cc: labels.addCc, keywords: labels.addKeywords }
  const keys: Readonly<Record<string, string>> = { status: 's', assigned_to: 'a' }
  const control = (field: FieldOfMetadata, name: string) => {
    const common = { label: special[name] ?? labelOfField(texts, field), value: valueOf(name) }
    const onChange = (text: string) => setField(name, text)
    if (field.control === 'select') {
      const options = offered[name] ?? field.values.map((option) => option.name)
      return <Choice key={name} {...common} options={options} keys={keys[name]} onChange={onChange} />
    }
    if (field.control === 'person') return <Person key={name} {...common} keys={keys[name]} onChange={onChange} />
    const hint = added.includes(name) || replaced.includes(name) ? labels.severalHint : undefined
    return <Line key={name} {...common} hint={hint} onInput={onChange} />
  }
  return (
    <div class="bulk-fields">
      {ordered(metadata.fields, first)
        .filter(({ is_bulk }) => is_bulk)
        .map((field) => control(field, field.name_in_bugs ?? field.name))}
      <Comment value={values.value.comment} onInput={(comment) => set({ comment })} />
      {who?.isInsider && (
        <label class="check">
          <input
            type="checkbox"
            checked={values.value.isPrivate}
            onChange={({ currentTarget }) => set({ isPrivate: currentTarget.checked })}
          />
          {labels.private}
        </label>
      )}
    </div>
  )
}

/** The options that depend on the bugs: components and milestones of all their products, or of the one that they move to. */
function offeredOf(metadata: ServerMetadataAnswer, bugs: readonly ListBug[], product: string) {
  const { products } = metadata
  const named = product === '' ? new Set(bugs.map((bug) => bug.product)) : new Set([product])
  const among = products.filter(({ name }) => named.has(name))
  const inAll = (namesOf: (product: (typeof products)[number]) => string[]) => {
    const [first = [], ...others] = among.map(namesOf)
    return first.filter((name) => others.every((names) => names.includes(name)))
  }
  return {
    status: valueNames(metadata, 'status'),
    // Each duplicate would have to name another bug.
    resolution: valueNames(metadata, 'resolution').filter((name) => name !== 'DUPLICATE'),
    product: products.filter(({ is_enterable }) => is_enterable).map(({ name }) => name),
    component: inAll(({ components }) => activeNames(components)),
    target_milestone: inAll(({ milestones }) => activeNames(milestones)),
  }
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly string[]
  readonly keys: string | undefined
  readonly onChange: (value: string) => void
}

function Choice({ label, value, options, keys, onChange }: ChoiceProps) {
  const labels = useApp().texts.bulk
  const id = useId()
  return (
    <div class={`filter ${value === '' ? '' : 'is-set'}`}>
      <label for={id}>{label}</label>
      <ChoiceField
        id={id}
        label={label}
        value={value}
        options={options}
        empty={labels.noChange}
        keyShortcuts={keys}
        onChoose={onChange}
      />
    </div>
  )
}

interface PersonProps {
  readonly label: string
  readonly value: string
  readonly keys: string | undefined
  readonly onChange: (login: string) => void
}

function Person({ label, value, keys, onChange }: PersonProps) {
  const labels = useApp().texts.bulk
  return (
    <div class={`filter ${value === '' ? '' : 'is-set'}`}>
      <span class="label" aria-hidden="true">
        {label}
      </span>
      <PersonChoice label={label} value={value} empty={labels.noChange} shortcut={keys} onChoose={onChange} />
    </div>
  )
}

interface LineProps {
  readonly label: string
  readonly hint: string | undefined
  readonly value: string
  readonly onInput: (value: string) => void
}

function Line({ label, hint, value, onInput }: LineProps) {
  const id = useId()
  return (
    <div class={`filter ${value === '' ? '' : 'is-set'}`}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        autocomplete="off"
        title={hint}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </div>
  )
}

function Comment({ value, onInput }: { readonly value: string; readonly onInput: (value: string) => void }) {
  const labels = useApp().texts.bulk
  const id = useId()
  return (
    <div class="filter bulk-comment">
      <label for={id}>{labels.comment}</label>
      <textarea
        id={id}
        rows={2}
        dir="auto"
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </div>
  )
}
