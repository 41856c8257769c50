// The people of the source: those that it lists, and those that bugs name.
import type { TrackerRecord } from '@trackerkit/core/moving'
import { fold } from '@trackerkit/core/store'
import { usersAnswer, type UserAnswer } from './answers.js'
import type { Asker } from './ask.js'
import { AskError } from '../http/ask-error.js'
import type { SourceAccount } from './connect.js'
import { inHalves } from './in-halves.js'
import type { AddNote } from '../passes/notes.js'
import { readAs } from './read-as.js'
import { SourceError } from '../report/source-error.js'
import type { RecordOf } from '../passes/record-of.js'

type UserRecord = RecordOf<'user'>

/** How many are asked for at once. */
const page = 200
const namesAtOnce = 50
/** This many consecutive IDs without a user end the list. */
const longestGap = 1000
/** Where each number without a person costs a request. */
const longestCostlyGap = 50

/** How people are read. */
export interface PeopleOptions {
  readonly account: SourceAccount | undefined
  /** The domain of login names that the source cuts at the `@`. */
  readonly emailDomain?: string | undefined
}

/** Reads people, each once. */
export interface People {
  /** Yields all users of the source in batches. */
  list(): AsyncGenerator<TrackerRecord[]>
  /** The whole login name of one that the source may have cut. @throws SourceError when it is cut, and the domain is not known */
  readonly whole: (login: string) => string
  /** Records of those among these that have not been imported yet, with the source's names. */
  missingOf(logins: readonly string[]): Promise<TrackerRecord[]>
}

export function createPeople(asker: Asker, { account, emailDomain }: PeopleOptions, addNote: AddNote): People {
  const seen = new Map<string, number>()
  const isPlain = account !== undefined && !account.login.includes('@')
  const whole = (login: string): string => {
    if (login === '' || login.includes('@')) return login
    if (emailDomain !== undefined) return `${login}@${emailDomain}`
    if (isPlain) return login
    throw new SourceError(
      `${asker.url} cuts login names at the @, as of '${login}': use the key of an account that sees them whole, or say --email-domain DOMAIN`,
    )
  }
  const recordOf = (user: UserAnswer): UserRecord[] => {
    if (user.name === '') return []
    const name = whole(user.name)
    const before = seen.get(fold(name))
    if (before !== undefined && before !== user.id) {
      const other = name.replace(/(?=@|$)/, `-${user.id}`)
      addNote({ kind: 'user', id: user.id, problem: `${name} is the name of user ${before} too; it is ${other} here` })
      seen.set(fold(other), user.id)
      return [fullRecord(user, other)]
    }
    seen.set(fold(name), user.id)
    return [fullRecord(user, name)]
  }
  return {
    whole,
    async *list() {
      let absent = 0
      let mostAbsent = longestGap
      for (let first = 1; absent < mostAbsent;) {
        const ids = Array.from({ length: page }, (_, index) => first + index)
        const { users, next, isCostly } = await readByIds(asker, ids, addNote)
        if (isCostly) mostAbsent = longestCostlyGap
        const highest = Math.max(0, ...users.map(({ id }) => id))
        absent = highest > 0 ? next - 1 - highest : absent + next - first
        first = next
        const records = users.flatMap(recordOf)
        if (records.length > 0) yield records
      }
    },
    async missingOf(logins) {
      const missing = new Map(logins.map((login) => [fold(whole(login)), login]))
      missing.delete('')
      for (const login of missing.keys()) if (seen.has(login)) missing.delete(login)
      const names = [...missing.values()]
      const records: TrackerRecord[] = []
      for (let from = 0; from < names.length; from += namesAtOnce)
        for (const user of await readByNames(asker, names.slice(from, from + namesAtOnce)))
          records.push(...recordOf(user))
      for (const [login, name] of missing) {
        if (seen.has(login)) continue
        seen.set(login, 0)
        addNote({ kind: 'user', id: name, problem: 'is unknown in the source; the account here is disabled' })
      }
      return records
    },
  }
}

function fullRecord(
  { id, real_name, can_login, email_enabled, login_denied_text, groups }: UserAnswer,
  name: string,
): UserRecord {
  const denied =
    login_denied_text || (can_login === false ? 'Disabled in the tracker that this account came from.' : '')
  return {
    kind: 'user',
    id,
    name,
    real_name,
    email_enabled: email_enabled ?? true,
    login_denied_text: denied,
    // Without editusers, the account sees no groups or some.
    ...(login_denied_text !== null && login_denied_text !== undefined && groups
      ? { groups: groups.map((group) => group.name) }
      : {}),
  }
}

interface Page {
  readonly users: readonly UserAnswer[]
  /** The first number that has not been asked for. */
  readonly next: number
  /** The source rejects lists with unknown IDs. */
  readonly isCostly: boolean
}

async function readByIds(asker: Asker, ids: readonly number[], addNote: AddNote): Promise<Page> {
  const [first = 1] = ids
  const end = first + ids.length
  try {
    return { users: await ask(asker, { ids }), next: end, isCostly: false }
  } catch (error) {
    if (!(error instanceof AskError) || error.kind !== 'refused') throw error
    const absent = Number(error.message.match(/\b\d+\b/g)?.at(-1))
    if (!ids.includes(absent)) {
      const users = await inHalves(
        ids,
        (some) => ask(asker, { ids: some }),
        (id, { message }) => noteUnlessMissing(id, message, addNote),
      )
      return { users, next: end, isCostly: true }
    }
    const before = ids.filter((id) => id < absent)
    return { users: before.length === 0 ? [] : await ask(asker, { ids: before }), next: absent + 1, isCostly: true }
  }
}

function noteUnlessMissing(id: number, message: string, addNote: AddNote): void {
  if (!/no user|does not exist|not exist/i.test(message)) addNote({ kind: 'user', id, problem: message })
}

/** Those of these login names that there are. */
async function readByNames(asker: Asker, names: readonly string[]): Promise<UserAnswer[]> {
  try {
    return await ask(asker, { names })
  } catch (error) {
    if (!(error instanceof AskError) || error.kind !== 'refused') throw error
    const [name] = names
    if (names.length <= 1 || name === undefined) return []
    const middle = Math.ceil(names.length / 2)
    const before = await readByNames(asker, names.slice(0, middle))
    return [...before, ...(await readByNames(asker, names.slice(middle)))]
  }
}

async function ask(asker: Asker, query: { ids?: readonly number[]; names?: readonly string[] }): Promise<UserAnswer[]> {
  return readAs(usersAnswer, await asker.get('user', { ...query, permissive: 1 }), 'user').users
}
