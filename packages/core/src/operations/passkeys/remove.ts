import * as z from 'zod'
import { forgetTwoFactors } from '../../auth/links.js'
import { findSecondFactor, forgetSecondFactor, hasPasskey } from '../../auth/second-factor.js'
import type { Call } from '../../call/context.js'
import { id } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { accountInput, requireAccount } from '../../domain/logins/account.js'
import { requireOtherWay } from '../../domain/logins/other-ways.js'
import { endPasskeySessions, factorWithout, notifyOfPasskey, requirePasskey } from '../../domain/passkeys/change.js'
import { requireProven } from '../../domain/second-factor/change.js'
import { currentPassword, oneTimePassword } from '../../domain/second-factor/inputs.js'
import { proveOwner, requireConfirmedSession, requireOwnProof } from '../../domain/sessions/prove-again.js'
import type { Reader } from '../../schema/index.js'

export const removePasskey = defineWrite({
  name: 'passkeys.remove',
  summary: 'Delete a passkey',
  description:
    'Deletes a passkey, with which its user can no longer log in, and ends the other sessions that passkeys of the ' +
    'user began. If passkeys are the only second factor, callers need a session for their own and, if they have a ' +
    'password, `current_password`; removing the last one turns two-factor authentication off. The user is notified ' +
    'by email.\n\n' +
    "Fails with `object_does_not_exist` for an ID; `param_invalid` for the caller's last way to log in; " +
    "`auth_failure` for another user's without editusers, and for an administrator's without admin; " +
    '`login_required` and as logging in does where passkeys are the only second factor.',
  errors: ['login_required', 'auth_failure', 'object_does_not_exist', 'param_invalid', 'param_required'],
  examples: [{ title: 'After a laptop was lost', code: 'await alice.passkeys.remove({ id: 3 })' }],
  access: 'required',
  scope: 'admin',
  confirms: () => true,
  input: z.strictObject({
    id: id.meta({ description: 'ID of the passkey.' }),
    user: accountInput,
    current_password: currentPassword,
    otp: oneTimePassword.optional(),
  }),
  output: z.object({}),
  // Wrong passwords are counted, whatever becomes of a transaction.
  isApart: () => true,
  mayPrepare: findRemovable,
  async prepare(input, preparation, call) {
    const { needsProof } = await preparation.store.read((tx) => findRemovable(tx, input, call))
    return needsProof ? proveOwner(preparation, call, input) : undefined
  },
  async run(tx, input, call, proven) {
    const { user, passkey, changesFactor, needsProof } = await findRemovable(tx, input, call)
    if (needsProof) await requireProven(tx, user, proven)
    await tx.delete('passkeys', { col: 'id', eq: passkey.id })
    if (changesFactor) await forgetSecondFactor(tx, user.id)
    await endPasskeySessions(tx, call, user.id)
    const hasFactor = (await hasPasskey(tx, user.id)) || (await findSecondFactor(tx, user.id)) !== undefined
    if (!hasFactor) await forgetTwoFactors(tx, user.id)
    await notifyOfPasskey(tx, call, user.id, { name: passkey.name, is_added: false, changesFactor })
    return {}
  },
})

interface Wanted {
  readonly id: number
  readonly user?: string | undefined
  readonly current_password?: string | undefined
}

/** @throws as requireAccount, requirePasskey, requireOtherWay, requireConfirmedSession, requireOwnProof */
async function findRemovable(tx: Reader, wanted: Wanted, call: Call) {
  const user = await requireAccount(tx, call, wanted.user)
  const passkey = await requirePasskey(tx, user.id, wanted.id)
  const factor = await factorWithout(tx, passkey)
  const isOwn = !call.who.isSystem && user.id === call.who.user?.id
  if (isOwn) await requireOtherWay(tx, call, user, { passkey: passkey.id })
  // Else a stolen session could put its own passkey in the place of those of the user.
  const needsProof = isOwn && factor !== 'none'
  if (needsProof) {
    await requireConfirmedSession(tx, call)
    requireOwnProof(call, wanted)
  }
  return { user, passkey, changesFactor: factor === 'goes', needsProof }
}
