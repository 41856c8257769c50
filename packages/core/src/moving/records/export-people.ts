// The accounts of a tracker, as records: each once.
import type { Operations, User } from '@trackerkit/types'
import { isTrackerError } from '../../kernel/errors.js'
import { fold } from '../../store/index.js'
import type { TrackerRecord } from './record.js'

/** Accounts that are asked for at once. */
const atOnce = 200
/** The scan ends after this many consecutive IDs without an account. */
const longestGap = 1000
const someReason = 'This account is disabled.'

export interface PeopleWriter {
  /** Those with these login names that have not been written yet. */
  named(logins: readonly (string | undefined)[]): AsyncGenerator<TrackerRecord>
  /** All other users, by ID; none for callers who may not list users. */
  all(): AsyncGenerator<TrackerRecord>
}

export function createPeopleWriter({ users }: Operations): PeopleWriter {
  const written = new Set<string>()
  const recordsOf = (found: readonly User[]) => {
    const fresh = found.filter(({ name }) => !written.has(fold(name)))
    for (const { name } of fresh) written.add(fold(name))
    return fresh.map(recordOf)
  }
  return {
    async *named(logins) {
      const names = [...new Set(logins.map((login) => login ?? ''))].filter(
        (name) => name !== '' && !written.has(fold(name)),
      )
      for (let start = 0; start < names.length; start += atOnce)
        yield* recordsOf((await users.get({ names: names.slice(start, start + atOnce), permissive: true })).users)
    },
    async *all() {
      for (let [first, gap] = [1, 0]; gap < longestGap; first += atOnce) {
        const ids = Array.from({ length: atOnce }, (_, index) => first + index)
        const found = await users.get({ ids, permissive: true }).catch((error: unknown) => {
          if (isTrackerError(error, 'user_access_by_id_denied')) return { users: [] }
          throw error
        })
        gap = found.users.length > 0 ? 0 : gap + atOnce
        yield* recordsOf(found.users)
      }
    },
  }
}

/** Not all callers can see why an account is disabled. */
function recordOf({ id, name, real_name, email_enabled, login_denied_text, can_login, groups }: User): TrackerRecord {
  const denied = can_login === false && (login_denied_text ?? '') === '' ? someReason : login_denied_text
  return {
    ...{ kind: 'user', id, name, real_name },
    ...(email_enabled !== undefined && { email_enabled }),
    ...(denied !== undefined && { login_denied_text: denied }),
    ...(groups && { groups: groups.map((group) => group.name) }),
  }
}
