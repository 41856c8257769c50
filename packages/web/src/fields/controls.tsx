// The controls for one field of a bug: each with its label and the error of the API.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { ChoiceField } from '../parts/choice-field.js'
import { PersonField } from '../parts/person-field.js'
import { visible } from '../parts/visible.js'
import { useApp } from '../state/app.js'
import { useEditor } from './editor.js'

/** One row: the label, and the value or its control. */
export function FieldRow({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div class="field">
      <span class="field-label">{label}</span>
      <div class="field-value">{children}</div>
    </div>
  )
}

interface ControlProps {
  readonly field: string
  readonly label: string
  readonly value: string
  /** The keyboard shortcut that focuses it. */
  readonly keys?: string | undefined
  readonly onChange: (value: string) => void
}

/** The error at a field, which describes its control. */
export function useRefusal(field: string) {
  const { refused } = useEditor()
  const id = useId()
  const message = refused.value.get(field)
  return {
    isInvalid: message !== undefined,
    describedBy: message === undefined ? undefined : id,
    message: message !== undefined && (
      <span id={id} class="refused">
        {visible(message)}
      </span>
    ),
  }
}

interface SelectControlProps extends ControlProps {
  readonly options: readonly string[]
}

export function SelectControl({ field, label, value, keys, options, onChange }: SelectControlProps) {
  const { isInvalid, describedBy, message } = useRefusal(field)
  return (
    <FieldRow label={label}>
      <ChoiceField
        label={label}
        value={value}
        options={options}
        isInvalid={isInvalid}
        describedBy={describedBy}
        keyShortcuts={keys}
        onChoose={onChange}
      />
      {message}
    </FieldRow>
  )
}

interface TextControlProps extends ControlProps {
  readonly placeholder?: string | undefined
  /** Several lines. */
  readonly isLong?: boolean
  /** Shown below the control, for example links to the named bugs. */
  readonly children?: ComponentChildren
}

/** Saves on blur or Enter; Escape restores the value. */
export function TextControl({ field, label, value, placeholder, isLong, children, onChange }: TextControlProps) {
  const { isInvalid, describedBy, message } = useRefusal(field)
  const typed = useSignal<string | undefined>(undefined)
  const leave = () => {
    const text = typed.value
    typed.value = undefined
    if (text !== undefined && text.trim() !== value) onChange(text.trim())
  }
  const input = {
    'aria-label': label,
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': describedBy,
    placeholder,
    value: typed.value ?? value,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      typed.value = currentTarget.value
    },
    onBlur: leave,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && !isLong) {
        event.preventDefault()
        leave()
      } else if (event.key === 'Escape') typed.value = undefined
    },
  }
  return (
    <FieldRow label={label}>
      {isLong ? <textarea {...input} rows={3} /> : <input {...input} type="text" />}
      {children}
      {message}
    </FieldRow>
  )
}

export function PersonControl({
  field,
  label,
  value,
  shown,
  keys,
  onChange,
}: ControlProps & { readonly shown: string }) {
  const { isInvalid, describedBy, message } = useRefusal(field)
  return (
    <FieldRow label={label}>
      <PersonField
        label={label}
        value={value}
        shown={shown}
        isInvalid={isInvalid}
        describedBy={describedBy}
        keyShortcuts={keys}
        onChoose={onChange}
      />
      {message}
    </FieldRow>
  )
}

interface SwitchControlProps {
  readonly field: string
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

export function SwitchControl({ field, label, isOn, onChange }: SwitchControlProps) {
  const { isInvalid, describedBy, message } = useRefusal(field)
  return (
    <FieldRow label={label}>
      <input
        type="checkbox"
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {message}
    </FieldRow>
  )
}

interface AddPersonProps {
  readonly onAdd: (login: string) => void
}

/** Adds a person to the CC list. */
export function AddPerson({ onAdd }: AddPersonProps) {
  const { texts } = useApp()
  const { isInvalid, describedBy, message } = useRefusal('cc')
  const added = useSignal(0)
  return (
    <>
      <PersonField
        key={added.value}
        label={texts.bug.addCc}
        placeholder={texts.bug.addCc}
        value=""
        isInvalid={isInvalid}
        describedBy={describedBy}
        onChoose={(login) => {
          added.value++
          onAdd(login)
        }}
      />
      {message}
    </>
  )
}
