// Looks up everything that an input names, for all fields at once.
import type { Call, User } from '../../../call/context.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { Reader } from '../../../schema/index.js'
import { fold } from '../../../store/index.js'
import { findBugs, type AliasOwners, type BugRef, type BugRow } from '../../../access/find-bugs.js'

/** Finds a person by login name, without regard to case. @throws object_does_not_exist under the field */
export type PersonFinder = (login: string, field: string) => User

/** Finds people among those who have been looked up, by folded login name. */
export function personFinder(people: ReadonlyMap<string, User>): PersonFinder {
  return (value, field) => {
    const user = people.get(fold(value.trim()))
    if (user) return user
    throw new TrackerError('object_does_not_exist', { kind: 'user', field, value })
  }
}

export interface BugFinder {
  /** The bug that a reference names, as far as it was looked up and the caller may see it. */
  find(ref: BugRef): BugRow | undefined
  /** The same. @throws bug_id_does_not_exist, improper_bug_id_field_value under the field */
  require(ref: BugRef, field: string): BugRow
  /** All that were found. */
  all(): BugRow[]
}

/** Looks up bugs by number and alias. */
export async function lookUpBugs(
  tx: Reader,
  call: Call,
  refs: readonly BugRef[],
  owners?: AliasOwners,
): Promise<BugFinder> {
  const unique = [...new Set(refs)]
  const results = unique.length === 0 ? [] : await findBugs(tx, call, unique, '', owners)
  const found = new Map(results.map((result, index) => [unique[index] ?? '', result]))
  for (const result of results) if (!(result instanceof TrackerError)) found.set(result.id, result)
  return {
    find(ref) {
      const result = found.get(ref)
      return result instanceof TrackerError ? undefined : result
    },
    require(value, field) {
      const result = found.get(value)
      if (result && !(result instanceof TrackerError)) return result
      const code = result?.code === 'improper_bug_id_field_value' ? result.code : 'bug_id_does_not_exist'
      throw new TrackerError(code, { field, value })
    },
    all: () => [...new Map(results.flatMap((bug) => (bug instanceof TrackerError ? [] : [[bug.id, bug]]))).values()],
  }
}
