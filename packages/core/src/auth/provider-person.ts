// A person as a provider has them, in a form that can be stored.
import { line } from '../call/define/inputs.js'
import type { ProviderPerson } from '../call/login-provider.js'
import { storable } from '../store/index.js'
import { truncate } from '../kernel/normalize.js'

const maxName = 255
const maxSubject = 255

/** Undefined for a provider that breaks its promise. Names are cut to the length that is kept; without one, the ID is shown in part. */
export function storablePerson(person: ProviderPerson): ProviderPerson | undefined {
  if (!isSubject(person.subject)) return undefined
  const shown_as = storedName(person.shown_as) || shortSubject(person.subject)
  return { ...person, shown_as, full_name: storedName(person.full_name) }
}

const shortLength = 4

/** The beginning of a permanent ID, which logs and pages do not show as a whole. */
export function shortSubject(subject: string): string {
  return `${subject.slice(0, Math.min(shortLength, Math.floor(subject.length / 2)))}…`
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
