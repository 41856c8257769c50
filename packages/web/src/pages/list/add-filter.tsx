// The form for one more filter, of any field.
import { useSignal } from '@preact/signals'
import type { FieldOfMetadata } from '@trackerkit/client'
import { useId } from 'preact/hooks'
import { ordered } from '../../fields/ordered.js'
import { labelOfField } from '../../page/field-label.js'
import { ChoiceField } from '../../parts/choice-field.js'
import { useApp } from '../../state/app.js'
import { filterFields } from './query.js'

/** The fields that come first. */
const first: readonly string[] = [
  ...filterFields,
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
]

interface AddFilterProps {
  /** The values of the filters that are always there. */
  readonly offered: Readonly<Record<string, readonly string[]>>
  readonly fields: readonly FieldOfMetadata[]
  readonly onAdd: (field: string, isNot: boolean, value: string) => void
}

export function AddFilter({ offered, fields, onAdd }: AddFilterProps) {
  const { texts } = useApp()
  const field = useSignal('status')
  const isNot = useSignal(false)
  const value = useSignal('')
  const valueId = useId()
  const choices = ordered(fields, first).flatMap((choice) =>
    choice.is_filter && choice.name_in_bugs !== null ? [{ ...choice, name: choice.name_in_bugs }] : [],
  )
  const values = choices.find(({ name }) => name === field.value)?.values ?? []
  const options = offered[field.value] ?? (first.includes(field.value) ? [] : values.map(({ name }) => name))
  const add = () => {
    if (value.value !== '') onAdd(field.value, isNot.value, value.value)
  }
  return (
    <div class="add-filter-row">
      <Select
        label={texts.listTools.field}
        value={field.value}
        options={choices.map((choice) => [choice.name, labelOfField(texts, choice)])}
        onChange={(name) => {
          field.value = name
          value.value = ''
        }}
      />
      <Select
        label={texts.listTools.comparison}
        value={isNot.value ? 'not' : ''}
        options={[
          ['', texts.listTools.is],
          ['not', texts.listTools.isNot],
        ]}
        onChange={(chosen) => (isNot.value = chosen === 'not')}
      />
      {options.length > 0 ? (
        <>
          <label for={valueId}>{texts.listTools.value}</label>
          <ChoiceField
            key={field.value}
            id={valueId}
            label={texts.listTools.value}
            value={value.value}
            options={options}
            empty=""
            onChoose={(chosen) => (value.value = chosen)}
          />
        </>
      ) : (
        <TextValue value={value.value} onInput={(typed) => (value.value = typed)} onEnter={add} />
      )}
      <button type="button" disabled={value.value === ''} onClick={add}>
        {texts.listTools.add}
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
        {options.map(([name, text]) => (
          <option key={name} value={name}>
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
      <label for={id}>{texts.listTools.value}</label>
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
