// A directory of tests: it knows the people that are put into it, and records the questions it gets.
import type { PasswordSource, ProviderPerson } from '../src/call/login-provider.js'

interface Listed {
  readonly password: string
  readonly person: ProviderPerson
}

export interface TestSource extends PasswordSource {
  readonly people: Map<string, Listed>
  readonly asked: string[]
  /** Runs before a password is judged. */
  before: () => Promise<void> | void
}

export function testSource(name = 'directory'): TestSource {
  const source: TestSource = {
    name,
    title: 'Example directory',
    issuer: `ldap:${name}`,
    people: new Map(),
    asked: [],
    before: () => undefined,
    async verify({ login, subject, password }) {
      source.asked.push(login)
      await source.before()
      const isMeant = ({ person }: Listed) => person.subject === subject
      const listed = subject === undefined ? source.people.get(login) : [...source.people.values()].find(isMeant)
      if (!listed) return 'absent'
      return listed.password === password ? listed.person : { wrong: listed.person.subject }
    },
  }
  return source
}
