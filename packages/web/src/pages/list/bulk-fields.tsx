// The controls of what is changed in several bugs at once.
import type { Signal } from '@preact/signals'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { useId } from 'preact/hooks'
import { ChoiceField } from '../../parts/choice-field.js'
import { PersonField } from '../../parts/person-field.js'
import { useApp } from '../../state/app.js'
import { activeNames } from '../../page/active-names.js'
import { valueNames } from '../../page/value-names.js'
import type { BulkValues } from './bulk-changes.js'
import type { ListBug } from './columns.js'

interface BulkFieldsProps {
  readonly metadata: ServerMetadataAnswer
  readonly bugs: readonly ListBug[]
  readonly values: Signal<BulkValues>
}

type TextOfValues = Exclude<keyof BulkValues, 'isPrivate'>

export function BulkFields({ metadata, bugs, values }: BulkFieldsProps) {
  const { texts, who } = useApp()
  const { fields } = texts
  const said = texts.bulk
  const set = (more: Partial<BulkValues>) => (values.value = { ...values.value, ...more })
  const offered = offeredOf(metadata, bugs, values.value)
  const select = (field: keyof typeof offered, keys?: string) => (
    <Choice
      label={fields[field]}
      value={values.value[field]}
      options={offered[field]}
      keys={keys}
      onChange={(value) => set({ [field]: value })}
    />
  )
  const line = (field: TextOfValues, label: string) => (
    <Line
      label={label}
      hint={said.severalHint}
      value={values.value[field]}
      onInput={(text) => set({ [field]: text })}
    />
  )
  return (
    <div class="bulk-fields">
      {select('status', 's')}
      {select('resolution')}
      {select('priority')}
      {select('severity')}
      {select('product')}
      {select('component')}
      {select('target_milestone')}
      <div class="filter">
        <span class="label" aria-hidden="true">
          {fields.assigned_to}
        </span>
        <PersonField
          label={fields.assigned_to}
          value={values.value.assigned_to}
          placeholder={said.noChange}
          keyShortcuts="a"
          onChoose={(assigned_to) => set({ assigned_to })}
        />
      </div>
      {line('cc', said.addCc)}
      {line('keywords', said.addKeywords)}
      <Comment value={values.value.comment} onInput={(comment) => set({ comment })} />
      {who?.isInsider && (
        <label class="check">
          <input
            type="checkbox"
            checked={values.value.isPrivate}
            onChange={({ currentTarget }) => set({ isPrivate: currentTarget.checked })}
          />
          {said.private}
        </label>
      )}
    </div>
  )
}

/** What may be chosen: components and milestones that all products have, or the one that the bugs go to. */
function offeredOf(metadata: ServerMetadataAnswer, bugs: readonly ListBug[], { product }: BulkValues) {
  const { products } = metadata
  const named = product === '' ? new Set(bugs.map((bug) => bug.product)) : new Set([product])
  const among = products.filter(({ name }) => named.has(name))
  const inAll = (namesOf: (one: (typeof products)[number]) => string[]) => {
    const [first = [], ...others] = among.map(namesOf)
    return first.filter((name) => others.every((names) => names.includes(name)))
  }
  return {
    status: valueNames(metadata, 'bug_status'),
    // A duplicate is one of a bug, which each of them would have to name.
    resolution: valueNames(metadata, 'resolution').filter((name) => name !== 'DUPLICATE'),
    priority: valueNames(metadata, 'priority'),
    severity: valueNames(metadata, 'bug_severity'),
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
  const said = useApp().texts.bulk
  const id = useId()
  return (
    <div class={`filter ${value === '' ? '' : 'is-set'}`}>
      <label for={id}>{label}</label>
      <ChoiceField {...{ id, label, value, options }} empty={said.noChange} keyShortcuts={keys} onChoose={onChange} />
    </div>
  )
}

interface LineProps {
  readonly label: string
  readonly hint: string
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
  const said = useApp().texts.bulk
  const id = useId()
  return (
    <div class="filter bulk-comment">
      <label for={id}>{said.comment}</label>
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
