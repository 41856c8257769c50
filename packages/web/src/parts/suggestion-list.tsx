// Suggestions below a field of text, after the pattern of ARIA: the focus stays in the field, which this listens to.
import { useSignal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

export interface Suggested<T> {
  readonly key: string
  readonly value: T
  readonly content: ComponentChildren
}

interface SuggestionListProps<T> {
  /** An `input` with the role `combobox`. */
  readonly field: RefObject<HTMLInputElement | null>
  readonly label: string
  /** Suggest at once: the user typed before the list was loaded. */
  readonly isTyped?: boolean
  readonly suggest: (text: string, signal: AbortSignal) => Promise<readonly Suggested<T>[]>
  /** Returns the text to continue with, for which suggestions are loaded; nothing if the choice is complete. */
  readonly onChoose: (value: T) => string | void
}

/** Milliseconds after the last key. */
const pause = 120
/** Shorter texts get no suggestions. */
const shortest = 2

interface Suggesting<T> {
  readonly all: readonly Suggested<T>[]
  /** The index of the suggestion that Enter takes; -1: none. */
  readonly active: number
  readonly choose: (suggested: Suggested<T>) => void
}

/** Suggestions, requested a moment after the last key. Late responses are ignored. */
function useSuggesting<T>(props: SuggestionListProps<T>): Suggesting<T> {
  const all = useSignal<readonly Suggested<T>[]>([])
  const active = useSignal(-1)
  const request = useRef<AbortController | undefined>(undefined)
  const now = useRef(props)
  now.current = props
  const show = (suggested: readonly Suggested<T>[]) => {
    all.value = suggested
    active.value = -1
  }
  const close = () => {
    request.current?.abort()
    show([])
  }
  const ask = (text: string) => {
    request.current?.abort()
    if (text.trim().length < shortest) return close()
    const { signal } = (request.current = new AbortController())
    const search = () =>
      now.current.suggest(text, signal).then(
        (suggested) => !signal.aborted && show(suggested),
        () => undefined,
      )
    const timer = setTimeout(() => void search(), pause)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }
  const choose = ({ value }: Suggested<T>) => {
    close()
    const next = now.current.onChoose(value)
    if (typeof next === 'string') ask(next)
  }
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const count = all.value.length
    const chosen = all.value[active.value]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (count === 0) ask(now.current.field.current?.value ?? '')
      else if (event.key === 'ArrowDown') active.value = (active.value + 1) % count
      else active.value = (Math.max(active.value, 0) + count - 1) % count
    } else if (event.key === 'Enter') {
      if (!chosen) return close()
      choose(chosen)
    } else if (event.key === 'Escape' && count > 0) close()
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  useEffect(() => {
    const field = props.field.current
    if (!field) return undefined
    if (props.isTyped) ask(field.value)
    return listen(field, { ask, press, close })
  }, [])
  return { all: all.value, active: active.value, choose }
}

interface Listeners {
  readonly ask: (text: string) => void
  readonly press: (event: KeyboardEvent) => void
  readonly close: () => void
}

/** Returns the function that ends it. */
function listen(field: HTMLInputElement, { ask, press, close }: Listeners): () => void {
  const onInput = () => ask(field.value)
  field.addEventListener('input', onInput)
  // Before the keys of the form around it.
  field.addEventListener('keydown', press, { capture: true })
  field.addEventListener('blur', close)
  return () => {
    close()
    field.removeEventListener('input', onInput)
    field.removeEventListener('keydown', press, { capture: true })
    field.removeEventListener('blur', close)
  }
}

export function SuggestionList<T>(props: SuggestionListProps<T>) {
  const { field, label } = props
  const id = useId()
  const { all, active, choose } = useSuggesting(props)
  const isOpen = all.length > 0
  useEffect(() => {
    const input = field.current
    input?.setAttribute('aria-controls', id)
    input?.setAttribute('aria-expanded', String(isOpen))
    if (active < 0) input?.removeAttribute('aria-activedescendant')
    else input?.setAttribute('aria-activedescendant', `${id}-${active}`)
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, active])
  return (
    <ul id={id} role="listbox" aria-label={label} hidden={!isOpen}>
      {all.map((suggested, index) => (
        <li
          key={suggested.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // The field keeps the focus, so that leaving it does not close the list before the click arrives.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(suggested)}
        >
          {suggested.content}
        </li>
      ))}
    </ul>
  )
}
