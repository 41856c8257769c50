// Compares accounts, memberships and credentials.
import { hash } from 'node:crypto'
import type { Tracker } from '@trackerkit/core'
import { examineCredentials } from '@trackerkit/core/moving'
import { fold, type Store } from '@trackerkit/core/store'
import type { DbSource } from '../../bugzilla-db/connect.js'
import { unusedName } from '../../bugzilla-db/context.js'
import { isTrue, numberOf, plainText } from '../../bugzilla-db/text.js'
import type { Difference } from '../compare.js'
import { listed, oneLine } from './facts.js'
import type { Members } from './visibility.js'

const atOnce = 100

/** Members by pattern follow from logins here: more than there are no difference. */
export async function comparePeople(source: DbSource, tracker: Tracker, members: Members): Promise<Difference[]> {
  const groups = await source.rows(`SELECT id, name, userregexp FROM ${source.name('groups')} ORDER BY id`)
  const nameOf = uniqueNames(groups)
  const names = new Set(nameOf.values())
  const byPattern = new Set(
    groups.filter((row) => plainText(row['userregexp']) !== '').map((row) => nameOf.get(numberOf(row['id']))),
  )
  const people = await readLogins(source)
  const disabled = new Set(
    (await source.rows('SELECT userid FROM profiles WHERE is_enabled = 0')).map((row) => numberOf(row['userid'])),
  )
  const differences: Difference[] = []
  for (let start = 0; start < people.length; start += atOnce) {
    const some = people.slice(start, start + atOnce)
    const here = await accountsHere(tracker, some)
    for (const [login, id] of some) {
      const own = here.get(login)
      if (!own) differences.push({ bug: 0, place: `account ${login}`, there: `user ${id}`, here: undefined })
      else {
        const there = new Set([...(members.get(id) ?? [])].flatMap((group) => nameOf.get(group) ?? []))
        const access = { there: state(!disabled.has(id)), here: state(own.isEnabled) }
        if (access.there !== access.here) differences.push({ bug: 0, place: `login of ${login}`, ...access })
        const seen = own.groups.filter((name) => there.has(name) || (names.has(name) && !byPattern.has(name)))
        const pair = { there: listed(there), here: listed(seen) }
        if (pair.there !== pair.here) differences.push({ bug: 0, place: `groups of ${login}`, ...pair })
      }
    }
  }
  return differences
}

/** Logins that only one account has, folded: of equal ones, all but one have other names here. */
export async function readLogins(source: DbSource): Promise<(readonly [login: string, id: number])[]> {
  const found = new Map<string, number | undefined>()
  for (const row of await source.rows('SELECT userid, login_name FROM profiles ORDER BY userid')) {
    const login = fold(oneLine(plainText(row['login_name'])))
    if (login !== '' && login.length <= 255) found.set(login, found.has(login) ? undefined : numberOf(row['userid']))
  }
  return [...found].flatMap(([login, id]) => (id === undefined ? [] : [[login, id] as const]))
}

const state = (isEnabled: boolean) => (isEnabled ? 'enabled' : 'disabled')

async function accountsHere(tracker: Tracker, people: readonly (readonly [login: string, id: number])[]) {
  const { users } = await tracker.asSystem().users.get({
    names: people.map(([login]) => login),
    permissive: true,
    include_fields: ['name', 'can_login', 'groups.name'],
  })
  return new Map(
    users.map(({ name, can_login, groups = [] }) => [
      fold(name),
      { isEnabled: can_login === true, groups: groups.map((group) => group.name) },
    ]),
  )
}

/** Names that are taken have the ID of the group here. */
function uniqueNames(groups: Awaited<ReturnType<DbSource['rows']>>): Map<number, string> {
  const taken = new Set<string>()
  return new Map(
    groups.map((row) => {
      const [id, name] = [numberOf(row['id']), oneLine(plainText(row['name']))]
      const unique = unusedName(name, id, taken)
      taken.add(fold(unique))
      return [id, unique]
    }),
  )
}

interface Wanted {
  readonly passwords: boolean
  readonly keys: boolean
}

/** Every key of an account is here, and at least as many passwords as there in a form that works. */
export async function compareCredentials(source: DbSource, store: Store, wanted: Wanted): Promise<Difference[]> {
  const { keyHashes, passwords } = await examineCredentials(store)
  const differences: Difference[] = []
  if (wanted.keys)
    for (const row of await source.rows(
      'SELECT k.id AS id, k.api_key AS api_key, k.revoked AS revoked, p.login_name AS login FROM user_api_keys k JOIN profiles p ON p.userid = k.user_id ORDER BY k.id',
    )) {
      const isHere = keyHashes.has(hash('sha256', plainText(row['api_key']), 'base64url'))
      const place = `API key ${numberOf(row['id'])} of ${plainText(row['login'])}`
      const there = isTrue(row['revoked']) ? 'revoked' : 'valid'
      if (!isHere) differences.push({ bug: 0, place, there, here: undefined })
    }
  if (wanted.passwords) {
    const [row] = await source.rows("SELECT COUNT(*) AS n FROM profiles WHERE cryptpassword LIKE '%{SHA-256}'")
    const there = numberOf(row?.['n'])
    if (passwords < there)
      differences.push({ bug: 0, place: 'accounts with a password', there: String(there), here: String(passwords) })
  }
  return differences
}
