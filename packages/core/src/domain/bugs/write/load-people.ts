// Loads the people of an update: one select for users, one for their groups.
import { isOn } from '../../../setup/catalogue.js'
import type { Call, User } from '../../../call/context.js'
import { requesteeLogins } from '../../flags/requestees.js'
import type { Reader } from '../../../schema/index.js'
import { fold } from '../../../store/index.js'
import { byLoginFolded, selectByLogin } from '../../users/find.js'
import { createUserCache, type UserCache } from '../../users/user-cache.js'
import type { BugParts } from '../fields/bug-parts.js'
import type { BugRow } from '../../../access/find-bugs.js'
import type { UpdateInput } from '../fields/body-types.js'
import { isRelocation } from '../rules/placement.js'

/**
 * Looks up named people, people with a role in changed bugs, and the groups of those whose rights matter, all together.
 */
export async function loadPeople(
  tx: Reader,
  call: Call,
  input: UpdateInput,
  rows: readonly BugRow[],
  loaded: ReadonlyMap<number, Partial<BugParts>>,
  setters: ReadonlySet<number>,
): Promise<{ people: UserCache; byLogin: ReadonlyMap<string, User> }> {
  const asked = requesteeLogins(input.flags ?? [])
  const logins = [...loginsIn(input), ...asked]
  const isStrict = isOn(call.catalogue, 'strict_isolation')
  const participants = isStrict ? participantsOf(call, input, rows, loaded) : []
  const isAny = logins.length + setters.size + participants.length > 0
  const ids = isAny ? [...peopleOf(rows, loaded), ...setters, ...participants] : []
  const users = await selectByLogin(tx, logins, ids)
  const byLogin = byLoginFolded(users)
  const people = createUserCache(tx, call.catalogue, users)
  const named = (isStrict ? logins : asked).flatMap((login) => byLogin.get(fold(login.trim()))?.id ?? [])
  await people.callers([...named, ...setters, ...participants])
  return { people, byLogin }
}

/** Users who may get a role in the bugs, or keep one in another product. */
function participantsOf(
  { catalogue }: Call,
  input: UpdateInput,
  rows: readonly BugRow[],
  loaded: ReadonlyMap<number, Partial<BugParts>>,
): number[] {
  const name = fold(input.component ?? '')
  const components = isRelocation(input)
    ? [...catalogue.components.values()].filter((one) => fold(one.name) === name)
    : rows.flatMap((row) => catalogue.components.get(row.component_id) ?? [])
  const byDefault = components.flatMap((one) => [
    one.default_assigned_to_id,
    ...(one.default_qa_contact_id === null ? [] : [one.default_qa_contact_id]),
    ...one.default_cc_ids,
  ])
  const inPlace = rows.flatMap((row) => [
    row.assigned_to_id,
    ...(row.qa_contact_id === null ? [] : [row.qa_contact_id]),
    ...(loaded.get(row.id)?.cc ?? []),
  ])
  const isReset = input.reset_assigned_to || input.reset_qa_contact
  return [...(isReset || isRelocation(input) ? byDefault : []), ...(input.product === undefined ? [] : inPlace)]
}

/** People whose names the changes may need: those with a role in the bugs, and requestees. */
function peopleOf(rows: readonly BugRow[], loaded: ReadonlyMap<number, Partial<BugParts>>): number[] {
  const flags = rows.flatMap((row) => loaded.get(row.id)?.flags ?? [])
  const ids = rows.flatMap((row) => [row.assigned_to_id, row.qa_contact_id, row.creator_id])
  return [...ids, ...flags.map((flag) => flag.requestee_id)].filter((id) => id !== null)
}

function loginsIn({ assigned_to, qa_contact, cc }: UpdateInput): string[] {
  return [assigned_to, qa_contact, ...(cc?.add ?? []), ...(cc?.remove ?? [])].filter((login) => !!login) as string[]
}
