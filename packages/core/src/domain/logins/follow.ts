// Applies the decisions of a provider to an account at each login: groups, and for accounts that follow it, the names.
import { renameLogin } from '../forms/rename-choice.js'
import { wantedGroups } from '../../auth/host-users.js'
import { isLoginName } from '../../auth/login-name.js'
import { loadMemberships, type Call, type User } from '../../call/context.js'
import type { Login, ProviderPerson } from '../../call/login-provider.js'
import type { Writer } from '../../schema/index.js'
import { bumpIdentityVersion } from '../../setup/catalogue.js'
import { fold } from '../../store/index.js'
import { planUserUpdate, writeUpdate, type UserValues } from '../users/plan-update.js'
import { findHolder, provenAddress } from './address.js'

/** A missing claim of groups changes nothing, an empty one removes. The call is the system's. */
export async function followProvider(
  tx: Writer,
  call: Call,
  login: Login,
  person: Pick<ProviderPerson, 'groups'> & Partial<ProviderPerson>,
  user: User,
): Promise<void> {
  const groups = groupLists(call, login, person.groups)
  const names = login.follows ? await namesOf(tx, call, login, person, user) : {}
  const values: UserValues = { ...names, ...(groups && { groups }) }
  if (Object.keys(values).length === 0) return
  const planned = planUserUpdate(call, user, await loadMemberships(tx, user.id), values, null)
  if (Object.keys(planned.plan.changes).length === 0) return
  await writeUpdate(tx, call, planned)
  await renameLogin(tx, call, user.login, planned.plan.set.login)
  await bumpIdentityVersion(tx)
}

function groupLists({ catalogue }: Call, login: Login, groups: readonly string[] | undefined) {
  const managed = login.groups.map((name) => fold(name.trim()))
  const wanted = wantedGroups(managed, { groups })
  if (wanted === undefined || managed.length === 0) return undefined
  const [add, remove]: [number[], number[]] = [[], []]
  for (const name of managed) {
    const group = catalogue.groups.named(name)
    if (group) (wanted.includes(name) ? add : remove).push(group.id)
  }
  return { add, remove }
}

async function namesOf(
  tx: Writer,
  call: Call,
  login: Login,
  { full_name, ...person }: Partial<ProviderPerson>,
  user: User,
): Promise<Pick<UserValues, 'full_name' | 'email'>> {
  const address = provenAddress(call, login, { subject: '', shown_as: '', proof: 'none', ...person })
  const email = address?.proof === 'now' && (await isFree(tx, call, address.login, user)) ? address.login : undefined
  return { ...(full_name !== undefined && { full_name }), ...(email !== undefined && { email }) }
}

/** Returns true if the account can have the login name. If not, it keeps the old one. */
async function isFree(tx: Writer, { catalogue }: Call, login: string, user: User): Promise<boolean> {
  const holder = await findHolder(tx, login)
  return (holder === undefined || holder.user.id === user.id) && isLoginName(catalogue, login)
}
