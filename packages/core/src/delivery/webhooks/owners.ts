// The owners of webhooks, with whose permissions requests are made.
import { callerOf, type Call } from '../../call/context.js'
import { backgroundCall } from '../../call/background-call.js'
import { loadUsers } from '../../domain/users/find.js'
import { mayHaveWebhooks } from '../../domain/webhooks/owner.js'
import type { Environment } from '../../kernel/environment.js'
import { groupBy } from '../../kernel/collections.js'
import type { Reader } from '../../schema/index.js'
import type { Catalogue } from '../../setup/catalogue.js'

export interface Owner {
  /** With the rights that the owner has now. */
  readonly call: Call
  /** True if the account is enabled and in the group that may have webhooks. */
  readonly mayHave: boolean
}

/** The owners by their ids. Two selects. */
export async function loadOwners(
  tx: Reader,
  catalogue: Catalogue,
  environment: Environment,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Owner>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const users = await loadUsers(tx, wanted)
  const memberships = await tx.select({ from: 'user_groups', where: { col: 'user_id', in: wanted } })
  const ofUser = groupBy(memberships, (row) => row.user_id)
  return new Map(
    [...users].map(([id, user]) => {
      const who = callerOf(catalogue, user, ofUser.get(id) ?? [])
      const mayHave = user.login_denied_text === '' && mayHaveWebhooks(who, catalogue)
      return [id, { call: backgroundCall(catalogue, environment, who), mayHave }]
    }),
  )
}
