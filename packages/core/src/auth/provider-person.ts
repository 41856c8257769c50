// A person as a provider has them, in a form that can be stored.
import { line } from '../call/define/inputs.js'
import type { ProviderPerson } from '../call/login-provider.js'
import { storable } from '../store/index.js'
import { truncate } from '../kernel/normalize.js'

const maxName = 255
const maxSubject = 255

/** Undefined for a provider that breaks its promise. Names are cut to the length that is kept. */
export function storablePerson(person: ProviderPerson): ProviderPerson | undefined {
  if (!isSubject(person.subject)) return undefined
  return { ...person, shown_as: storedName(person.shown_as) ?? '', full_name: storedName(person.full_name) }
}

const shortLength = 4

interface Named {
  readonly subject: string
  readonly shown_as: string | null
}

/** An account at a provider in logs and on pages: by its name there, or the beginning of its permanent ID, never the whole ID. */
export function shownName({ subject, shown_as }: Named): string {
  if (shown_as && shown_as !== subject) return shown_as
  const half = Math.floor(Array.from(subject).length / 2)
  return `${truncate(subject, Math.min(shortLength, half))}…`
}

/** Returns true for a subject that can be kept exactly. */
export function isSubject(subject: unknown): subject is string {
  return typeof subject === 'string' && subject !== '' && subject.length <= maxSubject && storable(subject) === subject
}

/** Undefined for a name that is missing or too long to look at. */
function storedName(name: string | undefined): string | undefined {
  const { data } = line.safeParse(name)
  return data === undefined ? undefined : truncate(data, maxName)
}
