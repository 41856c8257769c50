// The controls of the form for a new bug.
import type { RefObject } from 'preact'
import { useId } from 'preact/hooks'
import { ChoiceField } from '../../parts/choice-field.js'
import { visible } from '../../parts/visible.js'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly message?: string | undefined
  readonly onInput: (value: string) => void
}

/** The error at a field, which describes its control. */
function Message({ id, message }: { readonly id: string; readonly message: string | undefined }) {
  if (message === undefined) return null
  return (
    <span id={id} class="refused">
      {visible(message)}
    </span>
  )
}

interface ChoiceProps extends FieldProps {
  readonly options: readonly string[]
  /** Stands first, for nothing; without it something is always chosen. */
  readonly nothing?: string
}

export function Choice({ label, value, message, options, nothing, onInput }: ChoiceProps) {
  const id = useId()
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      <ChoiceField
        id={id}
        label={label}
        value={value}
        options={options}
        empty={nothing}
        isInvalid={message !== undefined}
        describedBy={message === undefined ? undefined : `${id}-message`}
        onChoose={onInput}
      />
      <Message id={`${id}-message`} message={message} />
    </div>
  )
}

interface LineProps extends FieldProps {
  readonly input?: RefObject<HTMLInputElement | null>
  readonly placeholder?: string
}

export function Line({ label, value, message, input, placeholder, onInput }: LineProps) {
  const id = useId()
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      <input
        {...(input && { ref: input })}
        id={id}
        type="text"
        dir="auto"
        value={value}
        placeholder={placeholder}
        aria-invalid={message !== undefined || undefined}
        aria-describedby={message === undefined ? undefined : `${id}-message`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <Message id={`${id}-message`} message={message} />
    </div>
  )
}
