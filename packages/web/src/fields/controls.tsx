// The controls for one field of a bug: each with its label and the error of the API.
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Choice } from '../parts/choice.js'
import type { ChoiceProps } from '../parts/option.js'
import { LineField } from '../parts/line-field.js'
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

/** The error at the first refused one of the fields of a control, which describes it. */
function useRefusal(...fields: readonly string[]) {
  const { refused } = useEditor()
  const id = useId()
  const message = fields.map((field) => refused.value.get(field)).find((one) => one !== undefined)
  return {
    refusal: { isInvalid: message !== undefined, describedBy: message === undefined ? undefined : id },
    message: message !== undefined && (
      <span id={id} class="refused" role="alert">
        {visible(message)}
      </span>
    ),
  }
}

interface ChoiceControlProps extends ChoiceProps {
  readonly field: string
  /** Fields without their own control that this one also changes. */
  readonly also?: readonly string[]
  /** The label beside the control. Default: that of the control. */
  readonly row?: string
  /** Shown below the control, for example links to the named bugs. */
  readonly children?: ComponentChildren
}

export function ChoiceControl({ field, also = [], row, children, ...choice }: ChoiceControlProps) {
  const { refusal, message } = useRefusal(field, ...also)
  return (
    <FieldRow label={row ?? choice.label}>
      <Choice {...choice} {...refusal} />
      {children}
      {message}
    </FieldRow>
  )
}

interface LineControlProps {
  readonly field: string
  readonly label: string
  readonly value: string
  readonly shown?: ComponentChildren
  readonly kind?: 'text' | 'long text' | 'hours' | 'day'
  readonly onSave: (text: string) => void
}

export function LineControl({ field, ...line }: LineControlProps) {
  const { refusal, message } = useRefusal(field)
  return (
    <FieldRow label={line.label}>
      <LineField {...line} {...refusal} />
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
  const { refusal, message } = useRefusal(field)
  const { isLive } = useApp()
  return (
    <FieldRow label={label}>
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-invalid={refusal.isInvalid || undefined}
        aria-describedby={refusal.describedBy}
        disabled={!isLive.value}
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {message}
    </FieldRow>
  )
}
