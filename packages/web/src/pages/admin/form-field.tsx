// One field of a form, with its error.
import { useId } from 'preact/hooks'
import { ChoiceField } from '../../parts/choice-field.js'
import { Choice as ChoiceButton } from '../../parts/choice.js'
import { peopleOptions } from '../../parts/people-options.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { Choice, FormField, Value } from './kinds/kind.js'

interface FormFieldProps {
  readonly field: FormField
  readonly value: Value | undefined
  readonly choices: readonly Choice[]
  /** The error of the API. */
  readonly problem: string | undefined
  readonly hint: string | undefined
  readonly onChange: (value: Value) => void
}

export function FormFieldRow(props: FormFieldProps) {
  const { field, problem, hint } = props
  const { texts } = useApp()
  const id = useId()
  const name = texts.admin.fields[field.label]
  const label = field.isRequired ? texts.admin.required(name) : name
  const describedBy = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`]
    .filter(Boolean)
    .join(' ')
  const more = (
    <>
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} class="problem">
          {visible(problem)}
        </p>
      )}
    </>
  )
  const control = { ...props, id, label, describedBy: describedBy === '' ? undefined : describedBy }
  if (field.type === 'checks') return <Checks {...control} />
  if (field.type === 'check')
    return (
      <div class="form-row">
        <label class="check">
          <input
            type="checkbox"
            checked={props.value === true}
            aria-describedby={control.describedBy}
            onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
          />
          {label}
        </label>
        {more}
      </div>
    )
  return (
    <div class="form-row">
      <label for={id}>{label}</label>
      <Control {...control} />
      {more}
    </div>
  )
}

interface ControlProps extends FormFieldProps {
  readonly id: string
  readonly label: string
  readonly describedBy: string | undefined
}

function Control(props: ControlProps) {
  const { field, value, onChange, id, describedBy, problem } = props
  const text = value === undefined ? '' : String(value)
  const attributes = { 'aria-describedby': describedBy, 'aria-invalid': problem === undefined ? undefined : true }
  if (field.type === 'person') return <PersonControl {...props} />
  if (field.type === 'choice') return <ChoiceControl {...props} />
  if (field.type === 'text')
    return (
      <textarea {...attributes} id={id} rows={4} value={text} required={field.isRequired} onInput={typed(onChange)} />
    )
  if (field.type === 'words') {
    const lines = Array.isArray(value) ? value.join('\n') : ''
    const split = (typed: string) =>
      onChange(
        typed
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      )
    return (
      <textarea
        {...attributes}
        id={id}
        rows={3}
        defaultValue={lines}
        onChange={({ currentTarget }) => split(currentTarget.value)}
      />
    )
  }
  if (field.type === 'number')
    return (
      <input
        {...attributes}
        id={id}
        type="number"
        value={text}
        onInput={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    )
  const more = { ...attributes, id, value: text, required: field.isRequired, onInput: typed(onChange) }
  return field.type === 'password' ? (
    <input {...more} type="password" autocomplete="new-password" />
  ) : (
    <input {...more} type="text" autocomplete="off" spellcheck={false} />
  )
}

const typed = (onChange: (value: string) => void) => (event: { readonly currentTarget: { readonly value: string } }) =>
  onChange(event.currentTarget.value)

function PersonControl({ field, id, label, value, problem, describedBy, onChange }: ControlProps) {
  const app = useApp()
  const nobody = field.isRequired ? undefined : app.texts.people.nobody
  return (
    <span class="boxed">
      <ChoiceButton
        id={id}
        label={label}
        value={[String(value ?? '')]}
        options={() => peopleOptions(app, { nobody })}
        isInvalid={problem !== undefined}
        describedBy={describedBy}
        onSave={([login = '']) => onChange(login)}
      />
    </span>
  )
}

function ChoiceControl({ field, id, label, value, choices, problem, describedBy, onChange }: ControlProps) {
  const labels = useApp().texts.admin.choices[field.name]
  const texts = new Map(choices.map(({ value: one, text }) => [one, text ?? labels?.[one] ?? one]))
  return (
    <ChoiceField
      id={id}
      label={label}
      describedBy={describedBy}
      value={String(value ?? '')}
      options={[...texts.keys()].filter((one) => one !== '')}
      empty={texts.get('')}
      textOf={(one) => texts.get(one) ?? one}
      isInvalid={problem !== undefined}
      isRequired={field.isRequired}
      onChoose={onChange}
    />
  )
}

function Checks({ label, value, choices, onChange, hint }: ControlProps) {
  const chosen = Array.isArray(value) ? (value as readonly string[]) : []
  return (
    <fieldset class="checks">
      <legend>{label}</legend>
      {hint !== undefined && <p class="hint">{hint}</p>}
      <div class="checks-list">
        {choices.map(({ value: one }) => (
          <label key={one} class="check">
            <input
              type="checkbox"
              checked={chosen.includes(one)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...chosen, one] : chosen.filter((other) => other !== one))
              }
            />
            <bdi>{visible(one)}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
