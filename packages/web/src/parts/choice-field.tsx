// A field for one of several values: a select, or with many values a combobox.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Combobox, type Choice } from './combobox.js'
import { visible } from './visible.js'

/** A select with more options is hard to use, and slow to render. */
const mostOptions = 200

const mostSuggested = 20

interface ChoiceFieldProps {
  readonly label: string
  readonly value: string
  readonly options: readonly string[]
  /** Text for no value. Default: there must be a value. */
  readonly empty?: string | undefined
  /** Texts of further options of the select, by value. */
  readonly more?: Readonly<Record<string, string>>
  /** Text of an option of the select. Default: the option. */
  readonly textOf?: (option: string) => string
  readonly name?: string
  /** Of a field with a label beside it. */
  readonly id?: string | undefined
  readonly isInvalid?: boolean
  readonly isRequired?: boolean | undefined
  readonly describedBy?: string | undefined
  readonly keyShortcuts?: string | undefined
  readonly onChoose: (value: string) => void
}

export function ChoiceField(props: ChoiceFieldProps) {
  return props.options.length > mostOptions ? <LongChoice {...props} /> : <ShortChoice {...props} />
}

function ShortChoice(props: ChoiceFieldProps) {
  const { id, value, options, empty, more = {}, textOf = (option) => option, isInvalid = false } = props
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    // A rejected choice is replaced by the value, which has not changed.
    if (isInvalid && select.current) select.current.value = value
  }, [isInvalid, value])
  const isListed = value in more || options.includes(value) || (value === '' && empty !== undefined)
  const all = [
    ...(empty === undefined ? [] : [['', empty]]),
    ...Object.entries(more),
    ...(isListed ? [] : [[value, value]]),
    ...options.map((option) => [option, textOf(option)]),
  ] as const
  return (
    <select
      ref={select}
      id={id}
      name={props.name}
      aria-label={id === undefined ? props.label : undefined}
      aria-invalid={isInvalid || undefined}
      aria-describedby={props.describedBy}
      aria-keyshortcuts={props.keyShortcuts}
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
  const { label, value, options, empty, name, id, isInvalid = false, describedBy, keyShortcuts, onChoose } = props
  const typed = useSignal<string | undefined>(undefined)
  const choose = (chosen: string) => {
    typed.value = undefined
    if (chosen !== value) onChoose(chosen)
  }
  /** Takes what was typed if it is an option, whatever its case. */
  const leave = (text: string) => {
    const words = text.trim().toLowerCase()
    if (words === '' && empty !== undefined) return choose('')
    choose(options.find((option) => option.toLowerCase() === words) ?? value)
  }
  return (
    <Combobox
      label={label}
      name={name}
      isInvalid={isInvalid}
      describedBy={describedBy}
      keyShortcuts={keyShortcuts}
      inputId={id}
      placeholder={empty}
      value={typed.value ?? value}
      from={0}
      suggest={async (text) => suggestionsOf(options, text === value ? '' : text)}
      onInput={(text) => (typed.value = text)}
      onChoose={choose}
      onEnter={leave}
      onLeave={leave}
      onEscape={() => (typed.value = undefined)}
    />
  )
}

/** Those that begin with the text before those that hold it elsewhere. */
function suggestionsOf(options: readonly string[], text: string): Choice<string>[] {
  const words = text.trim().toLowerCase()
  const places = options.map((option) => [option, option.toLowerCase().indexOf(words)] as const)
  const ranked = [...places.filter(([, at]) => at === 0), ...places.filter(([, at]) => at > 0)]
  return ranked.slice(0, mostSuggested).map(([option]) => ({
    key: option,
    value: option,
    content: <bdi>{visible(option)}</bdi>,
  }))
}
