// The form for one more filter, of any field.
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { ChoiceField } from '../../parts/choice-field.js'
import { useApp } from '../../state/app.js'
import type { FilterValues } from './filter-values.js'
import { filterFields } from './query.js'

/** Fields without a filter of their own. */
const others = [
  'resolution',
  'version',
  'creator',
  'qa_contact',
  'cc',
  'keywords',
  'summary',
  'whiteboard',
  'url',
  'op_sys',
  'platform',
] as const

const fields = [...filterFields, ...others]

interface AddFilterProps {
  readonly values: FilterValues
  readonly onAdd: (field: string, isNot: boolean, value: string) => void
}

export function AddFilter({ values, onAdd }: AddFilterProps) {
  const { texts } = useApp()
  const field = useSignal<(typeof fields)[number]>('status')
  const isNot = useSignal(false)
  const value = useSignal('')
  const valueId = useId()
  const offered: readonly string[] = field.value in values ? values[field.value as keyof FilterValues] : []
  const add = () => {
    if (value.value !== '') onAdd(field.value, isNot.value, value.value)
  }
  return (
    <div class="add-filter-row">
      <Select
        label={texts.list.field}
        value={field.value}
        options={fields.map((name) => [name, texts.fields[name]])}
        onChange={(name) => {
          field.value = name as typeof field.value
          value.value = ''
        }}
      />
      <Select
        label={texts.list.comparison}
        value={isNot.value ? 'not' : ''}
        options={[
          ['', texts.list.is],
          ['not', texts.list.isNot],
        ]}
        onChange={(chosen) => (isNot.value = chosen === 'not')}
      />
      {offered.length > 0 ? (
        <>
          <label for={valueId}>{texts.list.value}</label>
          <ChoiceField
            key={field.value}
            id={valueId}
            label={texts.list.value}
            value={value.value}
            options={offered}
            empty=""
            onChoose={(chosen) => (value.value = chosen)}
          />
        </>
      ) : (
        <TextValue value={value.value} onInput={(typed) => (value.value = typed)} onEnter={add} />
      )}
      <button type="button" disabled={value.value === ''} onClick={add}>
        {texts.list.addThis}
      </button>
    </div>
  )
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly onChange: (value: string) => void
}

function Select({ label, value, options, onChange }: SelectProps) {
  const id = useId()
  return (
    <>
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </>
  )
}

interface TextValueProps {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly onEnter: () => void
}

function TextValue({ value, onInput, onEnter }: TextValueProps) {
  const { texts } = useApp()
  const id = useId()
  return (
    <>
      <label for={id}>{texts.list.value}</label>
      <input
        id={id}
        type="text"
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') onEnter()
        }}
      />
    </>
  )
}
