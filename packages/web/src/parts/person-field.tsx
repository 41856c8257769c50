import { useSignal } from '@preact/signals'
import { useApp, type App } from '../state/app.js'
import { nameOf } from '../state/who.js'
import { Combobox, type Choice } from './combobox.js'
import { visible } from './visible.js'

interface PersonFieldProps {
  readonly label: string
  /** A login name. */
  readonly value: string
  /** What the person is called, which stands in the field until somebody types. */
  readonly shown?: string
  readonly placeholder?: string
  readonly isInvalid?: boolean
  readonly describedBy?: string | undefined
  readonly onChoose: (login: string) => void
}

/** A field for a login name, which finds people by what they are called. What was typed and left as it is counts, too. */
export function PersonField({ value, shown = value, onChoose, ...others }: PersonFieldProps) {
  const app = useApp()
  const text = useSignal(shown)
  const choose = (login: string) => {
    const isSame = login === value || login === shown
    text.value = isSame ? shown : login
    if (!isSame) onChoose(login)
  }
  return (
    <Combobox
      {...others}
      value={text.value}
      from={0}
      suggest={(wanted, signal) => peopleLike(app, wanted, signal)}
      onInput={(typed) => (text.value = typed)}
      onChoose={choose}
      onEnter={choose}
      onLeave={choose}
      onEscape={() => (text.value = shown)}
    />
  )
}

/** Oneself first, then those whose names hold the text. */
async function peopleLike(
  { operations, who, texts }: App,
  text: string,
  signal: AbortSignal,
): Promise<Choice<string>[]> {
  const wanted = text.trim()
  const found =
    wanted.length < 2
      ? []
      : (
          await operations.users.get(
            { match: [wanted], limit: 8, include_fields: ['id', 'name', 'real_name'] },
            { signal },
          )
        ).users
  const me = who ? [{ id: who.id, name: who.login, real_name: texts.people.me }] : []
  return [...me, ...found.filter(({ id }) => id !== who?.id)].map((person) => ({
    key: String(person.id),
    value: person.name,
    content: (
      <>
        <bdi>{visible(nameOf(person))}</bdi> <span class="quiet-text">{visible(person.name)}</span>
      </>
    ),
  }))
}
