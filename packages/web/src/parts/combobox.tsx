// A field of text with a list of what may be meant, after the pattern of ARIA: the focus stays in the field.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

export interface Choice<T> {
  readonly key: string
  readonly value: T
  readonly content: ComponentChildren
}

interface ComboboxProps<T> {
  readonly label: string
  readonly listLabel?: string
  readonly value: string
  readonly name?: string | undefined
  readonly placeholder?: string | undefined
  readonly isInvalid?: boolean
  readonly describedBy?: string | undefined
  readonly disabled?: boolean
  readonly keyShortcuts?: string | undefined
  readonly inputId?: string | undefined
  /** From how many characters on suggestions are asked for. */
  readonly from?: number
  readonly suggest: (text: string, signal: AbortSignal) => Promise<readonly Choice<T>[]>
  readonly onInput: (text: string) => void
  /** Returns the text to continue with, for which suggestions are loaded; nothing if the choice is complete. */
  readonly onChoose: (value: T) => string | void
  /** Enter without a choice. Default: the key does what it does in a field. */
  readonly onEnter?: (text: string) => void
  readonly onLeave?: (text: string) => void
  readonly onEscape?: () => void
}

/** Milliseconds after the last key. */
const pause = 120

interface Choices<T> {
  readonly all: readonly Choice<T>[]
  /** The index of the choice that Enter takes; -1: none. */
  readonly active: number
  readonly ask: (text: string) => void
  readonly move: (step: number) => void
  readonly close: () => void
}

/** Suggestions, requested a moment after the last key. Late responses are ignored. */
function useChoices<T>({ from = 2, suggest }: Pick<ComboboxProps<T>, 'from' | 'suggest'>): Choices<T> {
  const all = useSignal<readonly Choice<T>[]>([])
  const active = useSignal(-1)
  const request = useRef<AbortController | undefined>(undefined)
  const close = () => {
    request.current?.abort()
    all.value = []
    active.value = -1
  }
  useEffect(() => () => request.current?.abort(), [])
  const show = (suggested: readonly Choice<T>[], { aborted }: AbortSignal) => {
    if (aborted) return
    all.value = suggested
    active.value = -1
  }
  const ask = (text: string) => {
    request.current?.abort()
    if (text.trim().length < from) return close()
    const controller = (request.current = new AbortController())
    const { signal } = controller
    const timer = setTimeout(() => {
      suggest(text, signal).then(
        (suggested) => show(suggested, signal),
        () => undefined,
      )
    }, pause)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }
  const move = (step: number) => {
    const count = all.value.length
    const last = active.value < 0 && step < 0 ? 0 : active.value
    if (count > 0) active.value = (last + step + count) % count
  }
  return { all: all.value, active: active.value, ask, move, close }
}

export function Combobox<T>(props: ComboboxProps<T>) {
  const { label, value } = props
  const listId = useId()
  const choices = useChoices(props)
  const isOpen = choices.all.length > 0
  const choose = (choice: Choice<T>) => {
    choices.close()
    const next = props.onChoose(choice.value)
    if (typeof next === 'string') choices.ask(next)
  }
  return (
    <span class="combobox">
      <input
        id={props.inputId}
        type="text"
        role="combobox"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        name={props.name}
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={choices.active >= 0 ? `${listId}-${choices.active}` : undefined}
        aria-invalid={props.isInvalid || undefined}
        aria-describedby={props.describedBy}
        aria-keyshortcuts={props.keyShortcuts}
        placeholder={props.placeholder}
        disabled={props.disabled}
        value={value}
        onInput={({ currentTarget }) => {
          props.onInput(currentTarget.value)
          choices.ask(currentTarget.value)
        }}
        onKeyDown={(event) => onKey(event, props, choices, choose)}
        onBlur={({ currentTarget }) => {
          choices.close()
          props.onLeave?.(currentTarget.value)
        }}
      />
      <Listbox id={listId} label={props.listLabel ?? label} choices={choices} onChoose={choose} />
    </span>
  )
}

interface ListboxProps<T> {
  readonly id: string
  readonly label: string
  readonly choices: Choices<T>
  readonly onChoose: (choice: Choice<T>) => void
}

function Listbox<T>({ id, label, choices, onChoose }: ListboxProps<T>) {
  const { all, active } = choices
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <ul id={id} role="listbox" aria-label={label} hidden={all.length === 0}>
      {all.map((choice, index) => (
        <li
          key={choice.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // The field keeps the focus, so that leaving it does not close the list before the click arrives.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          {choice.content}
        </li>
      ))}
    </ul>
  )
}

function onKey<T>(
  event: KeyboardEvent & { readonly currentTarget: HTMLInputElement },
  props: ComboboxProps<T>,
  choices: Choices<T>,
  choose: (choice: Choice<T>) => void,
): void {
  if (event.isComposing) return
  const isOpen = choices.all.length > 0
  const chosen = choices.all[choices.active]
  const text = event.currentTarget.value
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    if (isOpen) choices.move(event.key === 'ArrowDown' ? 1 : -1)
    else choices.ask(text)
  } else if (event.key === 'Enter' && (chosen ?? props.onEnter)) {
    event.preventDefault()
    if (chosen) choose(chosen)
    else {
      choices.close()
      props.onEnter?.(text)
    }
  } else if (event.key === 'Escape') {
    if (isOpen) event.stopPropagation()
    else props.onEscape?.()
    event.preventDefault()
    choices.close()
  }
}
