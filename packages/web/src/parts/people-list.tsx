// Completes the word after an `@` in a text. The focus stays in the field, which this listens to.
import { useSignal } from '@preact/signals'
import type { BugsPeopleAnswer } from '@trackerkit/client/types'
import type { RefObject } from 'preact'
import { useEffect, useId } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { insert } from './composer-keys.js'
import { visible } from './visible.js'

/** The people whom a text can mention. */
export interface MentionablePeople {
  readonly bug: number
  readonly isPrivate: boolean
}

interface PeopleListProps {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly people: MentionablePeople
}

type Person = BugsPeopleAnswer['people'][number]

/** Milliseconds after the last key. */
const pause = 120

/** Characters before the cursor that can belong to a mention. */
const longest = 80

/** The word that is being typed after an `@`; undefined in code and elsewhere. */
function wordBefore({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): string | undefined {
  if (selectionStart !== selectionEnd) return undefined
  const before = value.slice(0, selectionStart)
  const word = /(?:^|[^\p{L}\p{N}/])@([\p{L}\p{N}._+-]{1,64})$/u.exec(before.slice(-longest))?.[1]
  if (word === undefined) return undefined
  const paragraph = before.slice(before.lastIndexOf('\n\n') + 1)
  const isInCode = (paragraph.split('`').length - 1) % 2 === 1
  const fences = before.split('\n').filter((line) => /^ {0,3}(?:```|~~~)/.test(line)).length
  return isInCode || fences % 2 === 1 ? undefined : word
}

interface Offer {
  readonly found: readonly Person[]
  readonly active: number
  readonly take: (person: Person | undefined) => void
}

/** Searches for users during typing, and handles the keys of the list while it is open. */
function useOffer({ area, people: { bug, isPrivate } }: PeopleListProps): Offer {
  const { operations } = useApp()
  const found = useSignal<readonly Person[]>([])
  const active = useSignal(0)
  const close = () => {
    found.value = []
  }
  const take = (person: Person | undefined) => {
    const field = area.current
    const typed = field ? wordBefore(field) : undefined
    close()
    if (!field || typed === undefined || !person) return
    insert(field, `${person.word} `, field.selectionStart - typed.length, field.selectionStart)
  }
  const show = (offered: readonly Person[]) => {
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
    const ask = (match: string, signal: AbortSignal) =>
      operations.bugs.people({ id: bug, match, is_private: isPrivate }, { signal }).then(
        (answer) => !signal.aborted && show(answer.people),
        () => undefined,
      )
    return area.current ? listen(area.current, { ask, press, close }) : undefined
  }, [bug, isPrivate])
  return { found: found.value, active: active.value, take }
}

interface Listeners {
  readonly ask: (match: string, signal: AbortSignal) => Promise<unknown>
  readonly press: (event: KeyboardEvent) => void
  readonly close: () => void
}

/** Returns the function that ends it. */
function listen(field: HTMLTextAreaElement, { ask, press, close }: Listeners): () => void {
  let request: AbortController | undefined
  const leave = () => {
    request?.abort()
    close()
  }
  const onInput = () => {
    request?.abort()
    const match = wordBefore(field)
    if (match === undefined) {
      close()
      return
    }
    const { signal } = (request = new AbortController())
    const timer = setTimeout(() => void ask(match, signal), pause)
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

export function PeopleList(props: PeopleListProps) {
  const { texts } = useApp()
  const id = useId()
  const { found, active, take } = useOffer(props)
  const isOpen = found.length > 0
  useEffect(() => {
    const field = props.area.current
    if (!isOpen) field?.removeAttribute('aria-activedescendant')
    else field?.setAttribute('aria-activedescendant', `${id}-${active}`)
  }, [isOpen, active])
  return (
    <ul id={id} role="listbox" aria-label={texts.bug.composer.people} hidden={!isOpen}>
      {found.map((person, index) => (
        <li
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(person)}
        >
          <bdi>{visible(person.real_name)}</bdi> <span class="quiet-text">@{person.word}</span>
        </li>
      ))}
    </ul>
  )
}
