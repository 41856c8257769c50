// A field for one of many values: a select that does not grow with them.
import { useSignal } from '@preact/signals'
import { Combobox, type Choice } from './combobox.js'
import { visible } from './visible.js'

/** A select with more options than this is hard to use, and dear to render; a `ValueField` takes its place. */
export const mostOptions = 200

const mostSuggested = 20

interface ValueFieldProps {
  readonly label: string
  readonly value: string
  readonly options: readonly string[]
  /** Clearing the field chooses nothing. Default: it brings back the value. */
  readonly isClearable?: boolean
  readonly name?: string
  readonly id?: string
  readonly placeholder?: string
  readonly isInvalid?: boolean
  readonly describedBy?: string | undefined
  readonly keyShortcuts?: string | undefined
  readonly onChoose: (value: string) => void
}

export function ValueField({ value, options, isClearable = false, id, onChoose, ...others }: ValueFieldProps) {
  const typed = useSignal<string | undefined>(undefined)
  const choose = (chosen: string) => {
    typed.value = undefined
    if (chosen !== value) onChoose(chosen)
  }
  /** Takes what was typed if it is an option, whatever its case. */
  const leave = (text: string) => {
    const wanted = text.trim().toLowerCase()
    if (wanted === '' && isClearable) return choose('')
    choose(options.find((option) => option.toLowerCase() === wanted) ?? value)
  }
  return (
    <Combobox
      {...others}
      {...(id !== undefined && { inputId: id })}
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
  const wanted = text.trim().toLowerCase()
  const places = options.map((option) => [option, option.toLowerCase().indexOf(wanted)] as const)
  const found = [...places.filter(([, at]) => at === 0), ...places.filter(([, at]) => at > 0)]
  return found.slice(0, mostSuggested).map(([option]) => ({
    key: option,
    value: option,
    content: <bdi>{visible(option)}</bdi>,
  }))
}
