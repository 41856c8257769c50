// Permission to have webhooks.
import { callerOf, loadMemberships, requireUser, type Call, type Caller, type User } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Catalogue } from '../../setup/catalogue.js'
import type { Reader } from '../../schema/index.js'

const mostOfOne = 20

export function mayHaveWebhooks({ groupIds }: Pick<Caller, 'groupIds'>, catalogue: Catalogue): boolean {
  const { webhook_group } = catalogue.parameters
  const group = webhook_group === '' ? undefined : catalogue.groups.named(webhook_group)
  return group !== undefined && groupIds.has(group.id)
}

/** @throws auth_failure */
export function requireMayHaveWebhooks(owner: Pick<Caller, 'groupIds'>, catalogue: Catalogue): void {
  if (!mayHaveWebhooks(owner, catalogue)) throw new TrackerError('auth_failure', { action: 'have webhooks' })
}

/**
 * The owner of a new webhook. The embedding program creates webhooks for users who may have them.
 * @throws login_required, auth_failure, webhook_limit
 */
export async function requireOwner(tx: Reader, { who, catalogue }: Call): Promise<User> {
  const user = requireUser(who)
  const owner = who.isSystem ? callerOf(catalogue, user, await loadMemberships(tx, user.id)) : who
  requireMayHaveWebhooks(owner, catalogue)
  if ((await tx.count('webhooks', { col: 'user_id', eq: user.id })) >= mostOfOne)
    throw new TrackerError('webhook_limit', { limit: mostOfOne })
  return user
}
