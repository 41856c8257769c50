// Completes the word before the cursor of a text. The focus stays in the field, which this listens to.
import { useSignal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { insert } from './composer-keys.js'
import { openFence } from './open-fence.js'

export interface Completed {
  readonly key: string | number
  /** Replaces the word. */
  readonly text: string
  readonly content: ComponentChildren
}

interface CompletionProps {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly label: string
  /** A word at the end of the text before the cursor, in its first group. */
  readonly pattern: RegExp
  readonly ask: (word: string, signal: AbortSignal) => Promise<readonly Completed[]>
}

/** Milliseconds after the last key. */
const pause = 120

/** Characters before the cursor that can belong to a word. */
const longest = 80

/** The word that is being typed; undefined in code and elsewhere. */
function wordBefore(field: HTMLTextAreaElement, pattern: RegExp): string | undefined {
  const { value, selectionStart, selectionEnd } = field
  if (selectionStart !== selectionEnd) return undefined
  const before = value.slice(0, selectionStart)
  const word = pattern.exec(before.slice(-longest))?.[1]
  if (word === undefined) return undefined
  const paragraph = before.slice(before.lastIndexOf('\n\n') + 1)
  const isInCode = (paragraph.split('`').length - 1) % 2 === 1
  return isInCode || openFence(before.split('\n')) !== undefined ? undefined : word
}

interface Offer {
  readonly found: readonly Completed[]
  readonly active: number
  readonly take: (chosen: Completed | undefined) => void
}

/** Searches during typing, and handles the keys of the list while it is open. */
function useOffer(props: CompletionProps): Offer {
  const { area, pattern } = props
  const found = useSignal<readonly Completed[]>([])
  const active = useSignal(0)
  const now = useRef(props)
  now.current = props
  const close = () => {
    found.value = []
  }
  const take = (chosen: Completed | undefined) => {
    const field = area.current
    const typed = field ? wordBefore(field, pattern) : undefined
    close()
    if (!field || typed === undefined || !chosen) return
    insert(field, `${chosen.text} `, field.selectionStart - typed.length, field.selectionStart)
  }
  const show = (offered: readonly Completed[]) => {
    found.value = offered
    active.value = 0
  }
  const press = (event: KeyboardEvent) => {
    const count = found.value.length
    if (count === 0 || event.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown') active.value = (active.value + 1) % count
    else if (event.key === 'ArrowUp') active.value = (active.value + count - 1) % count
    else if (event.key === 'Enter' || event.key === 'Tab') take(found.value[active.value])
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  useEffect(() => {
    const ask = (word: string, signal: AbortSignal) =>
      now.current.ask(word, signal).then(
        (offered) => !signal.aborted && show(offered),
        () => undefined,
      )
    const wordNow = (field: HTMLTextAreaElement) => wordBefore(field, now.current.pattern)
    return area.current ? listen(area.current, { ask, press, close, wordNow }) : undefined
  }, [])
  return { found: found.value, active: active.value, take }
}

interface Listeners {
  readonly ask: (word: string, signal: AbortSignal) => Promise<unknown>
  readonly press: (event: KeyboardEvent) => void
  readonly close: () => void
  readonly wordNow: (field: HTMLTextAreaElement) => string | undefined
}

/** Returns the function that ends it. */
function listen(field: HTMLTextAreaElement, { ask, press, close, wordNow }: Listeners): () => void {
  let request: AbortController | undefined
  const leave = () => {
    request?.abort()
    close()
  }
  const onInput = () => {
    request?.abort()
    const word = wordNow(field)
    if (word === undefined) {
      close()
      return
    }
    const { signal } = (request = new AbortController())
    const timer = setTimeout(() => void ask(word, signal), pause)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }
  field.addEventListener('input', onInput)
  // Before the keys of the form and of lists in the text.
  field.addEventListener('keydown', press, { capture: true })
  field.addEventListener('blur', leave)
  return () => {
    leave()
    field.removeEventListener('input', onInput)
    field.removeEventListener('keydown', press, { capture: true })
    field.removeEventListener('blur', leave)
  }
}

export function Completion(props: CompletionProps) {
  const id = useId()
  const { found, active, take } = useOffer(props)
  const isOpen = found.length > 0
  useEffect(() => {
    const field = props.area.current
    if (!isOpen) field?.removeAttribute('aria-activedescendant')
    else field?.setAttribute('aria-activedescendant', `${id}-${active}`)
  }, [isOpen, active])
  return (
    <ul id={id} role="listbox" aria-label={props.label} hidden={!isOpen}>
      {found.map((one, index) => (
        <li
          key={one.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(one)}
        >
          {one.content}
        </li>
      ))}
    </ul>
  )
}
