// The users and sessions of a program. Yours are in your database, and you ask for a password.
import { randomUUID } from 'node:crypto'
import type { HostUser, Identity } from '@trackerkit/core'

/** The tracker keeps an account for each, by the subject, which never changes: the id of a row. */
const people: readonly HostUser[] = [{ subject: '7', login: 'alice@example.com', full_name: 'Alice' }]
const personOfSession = new Map<string, HostUser>()

/** Begins a session, and returns the cookie for it. */
export function logIn(login: string): string {
  const person = people.find((one) => one.login === login)
  if (!person) throw new Error(`unknown user ${login}`)
  const session = randomUUID()
  personOfSession.set(session, person)
  return `session=${session}; Path=/; HttpOnly; SameSite=Lax`
}

/** The caller, from the host's session. Undefined without one: then an API key may identify the caller. */
export function identityOf(cookies: string | null | undefined): Identity | undefined {
  const session = /(?:^|;\s*)session=([^;]+)/.exec(cookies ?? '')?.[1] ?? ''
  const host = personOfSession.get(session)
  return host && { host }
}
