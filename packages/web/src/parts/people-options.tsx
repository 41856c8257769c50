// People as options: the nearest at first, then those that the tracker finds.
import { nameOf } from '../page/who.js'
import type { App } from '../state/app.js'
import { matching, type Option } from './option.js'
import { visible } from './visible.js'

export interface NamedPerson {
  readonly name: string
  readonly real_name: string
}

interface PeopleOptions {
  /** The people of the bug, in the order in which they are offered. */
  readonly known?: readonly NamedPerson[]
  /** Text of the option for no person. */
  readonly nobody?: string | undefined
}

const mostKnown = 7
/** The tracker matches no shorter texts. */
const shortest = 2

export function peopleOptions({ operations, who, texts }: App, { known = [], nobody }: PeopleOptions = {}) {
  const me = who && { name: who.login, real_name: who.name }
  const near: Option[] = [
    ...(nobody === undefined ? [] : [{ value: '', text: nobody }]),
    ...(me ? [optionOf(me, texts.people.me)] : []),
  ]
  const others = known.filter(
    ({ name }, index) => name !== me?.name && known.findIndex((one) => one.name === name) === index,
  )
  near.push(...others.slice(0, mostKnown).map((person) => optionOf(person)))
  return async (text: string, signal: AbortSignal): Promise<readonly Option[]> => {
    const words = text.trim()
    if (words.length < shortest) return matching(near, words)
    const input = { match: [words], limit: 8, include_fields: ['name', 'real_name'] } as const
    const { users } = await operations.users.get(input, { signal })
    const found = users.filter(({ name }) => !near.some(({ value }) => value === name)).map((user) => optionOf(user))
    const all = [...matching(near, words), ...found]
    // The tracker also finds people by parts that are not shown here.
    return [...new Set([...matching(all, words), ...all])]
  }
}

function optionOf(person: NamedPerson, text = nameOf(person)): Option {
  const { name, real_name } = person
  return {
    value: name,
    text,
    keywords: `${real_name} ${name}`,
    content: (
      <>
        <bdi>{visible(text)}</bdi> <span class="quiet-text">{visible(name)}</span>
      </>
    ),
  }
}
