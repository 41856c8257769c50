// Erases people. Their accounts stay, under a pseudonym, because other users have talked with them.
import type { Call, User } from '../../../call/context.js'
import type { Writer } from '../../../schema/index.js'
import { bumpCatalogueVersion, bumpIdentityVersion } from '../../../setup/catalogue.js'
import { fold } from '../../../store/index.js'
import { replaceInAddressLists } from '../../users/address-lists.js'
import { findAddresses, type Forgotten } from './addresses.js'
import { handOver } from './hand-over.js'
import { clearRequests } from './leave.js'
import { findOwnObjects, forgetInAuditLog, forgetInHistory } from './logs.js'
import { removePersonal } from './personal-rows.js'
import { hashOfLogin, pseudonymOf } from './pseudonym.js'

type Someone = Pick<User, 'id' | 'login'>

/** A person who is being erased. */
export interface Leaver extends Forgotten {
  readonly user: Someone
}

/**
 * Erases people, who differ only by ID from then on. `to` gets their responsibilities.
 * @throws still_in_use when they have responsibilities and there is no `to`
 */
export async function erasePeople(
  tx: Writer,
  call: Call,
  users: readonly Someone[],
  to: Someone | undefined,
): Promise<Leaver[]> {
  const leavers: Leaver[] = []
  for (const user of users)
    leavers.push({
      user,
      pseudonym: pseudonymOf(user.id),
      addresses: await findAddresses(tx, call.catalogue, user),
    })
  for (const { user, ...forgotten } of leavers) {
    await tx.update('users', { col: 'id', eq: user.id }, blankAccount(forgotten.pseudonym))
    await handOver(tx, call, user, to, forgotten)
    await clearRequests(tx, call, user.id, forgotten.pseudonym)
  }
  const addresses = leavers.flatMap((leaver) => leaver.addresses)
  await replaceInAddressLists(tx, call, addresses)
  // Default CC lists of components are part of the catalogue.
  await bumpCatalogueVersion(tx)
  for (const { user, ...forgotten } of leavers) await forget(tx, call, user.id, forgotten)
  await bumpIdentityVersion(tx)
  return leavers
}

function blankAccount(pseudonym: string) {
  return {
    login: pseudonym,
    login_folded: fold(pseudonym),
    real_name: '',
    real_name_folded: '',
    password_hash: null,
    email_enabled: false,
    login_denied_text: 'This account has been erased.',
    last_seen_time: null,
    // No reply is taken from a disabled account.
    reply_epoch: null,
    bounces: null,
    bounced_time: null,
  }
}

/** Removes everything about the person except that they existed and the hashes by which imports recognize them. */
async function forget(tx: Writer, call: Call, id: number, forgotten: Forgotten): Promise<void> {
  const objects = await findOwnObjects(tx, id)
  await removePersonal(tx, id, forgotten)
  await forgetInHistory(tx, call, forgotten)
  await forgetInAuditLog(tx, call, forgotten, objects)
  const hashes = new Set(forgotten.addresses.map((address) => hashOfLogin(call.catalogue, address)))
  await tx.put(
    'erased_logins',
    Array.from(hashes, (login_hash) => ({ login_hash, user_id: id })),
  )
}
