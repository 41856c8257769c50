// The users and sessions of a program. Yours are in your database, and you ask for a password.
import { randomUUID } from 'node:crypto'
import type { Identity } from '@trackerkit/core'

const loginOfSession = new Map<string, string>()

/** Begins a session, and returns the cookie for it. */
export function logIn(login: string): string {
  const session = randomUUID()
  loginOfSession.set(session, login)
  return `session=${session}; Path=/; HttpOnly; SameSite=Lax`
}

/** Who calls, as the program knows it. Undefined for those without a session: whom their API key names, if they have one. */
export function identityOf(cookies: string | null | undefined): Identity | undefined {
  const session = /(?:^|;\s*)session=([^;]+)/.exec(cookies ?? '')?.[1] ?? ''
  const login = loginOfSession.get(session)
  return login === undefined ? undefined : { login }
}
