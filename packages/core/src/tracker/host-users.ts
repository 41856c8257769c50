// Users of the host get their accounts before anything is done in their name.
import type { HostUser } from '../auth/host-user.js'
import { keyOf, noteSettled, saidOf, UnsettledHostUser, type HostUsers } from '../auth/host-users.js'
import { withAccount, type Credential, type ProvenCredential } from '../auth/identity.js'
import { provisionUser } from '../domain/host-users/provision.js'
import type { AnyOperation } from '../call/define/operation.js'

/** Creates or changes the account of a user. Returns its id. @throws host_user_refused */
export type Provision = (host: HostUser) => Promise<number>

/** Runs the provisioning operation, in a separate transaction or in an open one. */
type RunOperation = (operation: AnyOperation, input: unknown) => Promise<unknown>

/** Runs `work`; once more for each user in the credential whose account had to be created or changed first. */
export async function provisionAccounts<T>(
  credential: ProvenCredential,
  provision: Provision,
  work: (credential: ProvenCredential) => Promise<T>,
): Promise<T> {
  try {
    return await work(credential)
  } catch (error) {
    if (!(error instanceof UnsettledHostUser)) throw error
    const userId = await provision(error.host)
    return provisionAccounts(withAccount(credential, error.host, userId), provision, work)
  }
}

/** Provisions now. */
export async function provisionBy(run: RunOperation, users: HostUsers, host: HostUser): Promise<number> {
  const answer = await run(provisionUser, { host, users })
  const { user_id, versions } = answer as { readonly user_id: number; readonly versions: string }
  noteSettled(users, host, { user_id, versions })
  return user_id
}

/** Provisions accounts in separate transactions. Concurrent calls that need the same account wait for one. */
export function createProvisioner(
  run: (operation: AnyOperation, credential: Credential, input: unknown) => Promise<unknown>,
  users: HostUsers,
): Provision {
  const asSystem: RunOperation = (operation, input) => run(operation, { system: true }, input)
  const running = new Map<string, Promise<number>>()
  return (host) => {
    const key = `${keyOf(host)} ${saidOf(users, host)}`
    const begun = running.get(key)
    if (begun) return begun
    const begins = provisionBy(asSystem, users, host).finally(() => running.delete(key))
    running.set(key, begins)
    return begins
  }
}
