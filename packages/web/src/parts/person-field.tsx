import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useApp, type App } from '../state/app.js'
import { nameOf } from '../page/who.js'
import { Combobox, type Choice } from './combobox.js'
import { visible } from './visible.js'

interface PersonFieldProps {
  readonly label: string
  /** A login name. */
  readonly value: string
  /** The name of the person, shown until the user types. */
  readonly shown?: string
  readonly placeholder?: string
  readonly isInvalid?: boolean
  readonly describedBy?: string | undefined
  readonly keyShortcuts?: string | undefined
  readonly onChoose: (login: string) => void
}

/** A field for a login that finds people by name. Text that was typed and left counts, too. */
export function PersonField({ value, shown = value, onChoose, ...others }: PersonFieldProps) {
  const app = useApp()
  const typed = useSignal<string | undefined>(undefined)
  // The last choice, which may not be saved yet.
  const last = useRef(value)
  const take = (text: string, isChosen: boolean) => {
    const login = text === shown ? value : text
    typed.value = login === value ? undefined : login
    // Choosing a rejected value again tries it again.
    if (login === last.current && (login === value || !isChosen)) return
    last.current = login
    onChoose(login)
  }
  const choose = (login: string) => take(login, true)
  const { isInvalid } = others
  useEffect(() => {
    // The choice is saved by now, or rejected.
    if (isInvalid || typed.value === value) typed.value = undefined
    last.current = value
  }, [value, isInvalid])
  return (
    <Combobox
      {...others}
      value={typed.value ?? shown}
      from={0}
      suggest={(words, signal) => peopleLike(app, words, signal)}
      onInput={(text) => (typed.value = text)}
      onChoose={choose}
      onEnter={choose}
      onLeave={(text) => take(text, false)}
      onEscape={() => (typed.value = undefined)}
    />
  )
}

/** Oneself first, then those whose names hold the text. */
async function peopleLike(
  { operations, who, texts }: App,
  text: string,
  signal: AbortSignal,
): Promise<Choice<string>[]> {
  const words = text.trim()
  const people =
    words.length < 2
      ? []
      : (
          await operations.users.get(
            { match: [words], limit: 8, include_fields: ['id', 'name', 'real_name'] },
            { signal },
          )
        ).users
  const me = who ? [{ id: who.id, name: who.login, real_name: texts.people.me }] : []
  return [...me, ...people.filter(({ id }) => id !== who?.id)].map((person) => ({
    key: String(person.id),
    value: person.name,
    content: (
      <>
        <bdi>{visible(nameOf(person))}</bdi> <span class="quiet-text">{visible(person.name)}</span>
      </>
    ),
  }))
}
