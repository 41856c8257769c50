import { useId } from 'preact/hooks'

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'password'
  readonly autocomplete?: string
  readonly hint?: string
  readonly value?: string
  readonly isOptional?: boolean
  /** Checked by the browser before it submits. */
  readonly pattern?: string
  readonly maxLength?: number
}

/** A row of a form. Its name identifies the value when the form is submitted. */
export function Field({
  name,
  label,
  type = 'text',
  autocomplete = 'off',
  hint,
  value,
  isOptional,
  pattern,
  maxLength,
}: FieldProps) {
  const id = useId()
  const control = {
    id,
    name,
    autocomplete,
    autocapitalize: 'off' as const,
    spellcheck: false,
    defaultValue: value,
    required: !isOptional,
    pattern,
    maxLength,
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
  }
  return (
    <div class="form-row">
      <label for={id}>{label}</label>
      {type === 'password' ? <input {...control} type="password" /> : <input {...control} type="text" />}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  )
}
