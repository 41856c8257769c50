// A field for one of several values: a select, or with many values a list that typing narrows.
import { useEffect, useRef } from 'preact/hooks'
import { Choice } from './choice.js'
import { visible } from './visible.js'

/** A select with more options is hard to use, and slow to render. */
const mostOptions = 200

interface ChoiceFieldProps {
  readonly label: string
  readonly value: string
  readonly options: readonly string[]
  /** Text for no value. Default: there must be a value. */
  readonly empty?: string | undefined
  /** Text of an option. Default: the option. */
  readonly textOf?: (option: string) => string
  /** Of a field with a label beside it. */
  readonly id?: string | undefined
  readonly isInvalid?: boolean
  readonly isRequired?: boolean | undefined
  readonly describedBy?: string | undefined
  readonly onChoose: (value: string) => void
}

export function ChoiceField(props: ChoiceFieldProps) {
  return props.options.length > mostOptions ? <LongChoice {...props} /> : <ShortChoice {...props} />
}

function ShortChoice(props: ChoiceFieldProps) {
  const { id, value, options, empty, textOf = (option) => option, isInvalid = false } = props
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    // A rejected choice is replaced by the value, which has not changed.
    if (isInvalid && select.current) select.current.value = value
  }, [isInvalid, value])
  const isListed = options.includes(value) || (value === '' && empty !== undefined)
  const all = [
    ...(empty === undefined ? [] : [['', empty]]),
    ...(isListed ? [] : [[value, value]]),
    ...options.map((option) => [option, textOf(option)]),
  ] as const
  return (
    <select
      ref={select}
      id={id}
      aria-label={id === undefined ? props.label : undefined}
      aria-invalid={isInvalid || undefined}
      aria-describedby={props.describedBy}
      required={props.isRequired}
      value={value}
      onChange={({ currentTarget }) => props.onChoose(currentTarget.value)}
    >
      {all.map(([option = '', text = '']) => (
        <option key={option} value={option} selected={option === value}>
          {visible(text)}
        </option>
      ))}
    </select>
  )
}

function LongChoice(props: ChoiceFieldProps) {
  const { id, label, value, options, empty = '', textOf = (option) => option, onChoose } = props
  const optionsNow = () => [
    ...(empty === '' ? [] : [{ value: '', text: empty }]),
    ...options.map((option) => ({ value: option, text: textOf(option) })),
  ]
  return (
    <span class="boxed">
      <Choice
        {...(id !== undefined && { id })}
        label={label}
        value={[value]}
        shown={visible(textOf(value))}
        empty={props.empty}
        options={optionsNow}
        isInvalid={props.isInvalid ?? false}
        describedBy={props.describedBy}
        onSave={([chosen = '']) => onChoose(chosen)}
      />
    </span>
  )
}
