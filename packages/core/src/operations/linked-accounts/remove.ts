import * as z from 'zod'
import { endActing } from '../../auth/acting.js'
import { word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { allLogins } from '../../call/login-provider.js'
import { withOrigin } from '../../domain/audit/origin.js'
import { audit } from '../../domain/audit/write.js'
import { accountInput, requireAccount } from '../../domain/logins/account.js'
import { begunBy } from '../../domain/logins/begin-session.js'
import { identitiesOf, nameOf } from '../../domain/logins/identities.js'
import { requireOtherWay } from '../../domain/logins/other-ways.js'
import { TrackerError } from '../../kernel/errors.js'
import { bumpIdentityVersion } from '../../setup/catalogue.js'

export const removeLinkedAccount = defineWrite({
  name: 'linkedAccounts.remove',
  summary: 'Unlink an account',
  description:
    'Unlinks an account at a login provider, and ends the other sessions that it began. The user is notified by ' +
    'email.\n\n' +
    "Fails with `object_does_not_exist` if none of the issuer is linked; `param_invalid` for the caller's last way " +
    "to log in; `auth_failure` for another user's without editusers, and for an administrator's without admin.",
  errors: ['login_required', 'auth_failure', 'object_does_not_exist', 'param_invalid'],
  examples: [
    { title: 'Unlink Google', code: "await alice.linkedAccounts.remove({ issuer: 'https://accounts.google.com' })" },
  ],
  access: 'required',
  scope: 'admin',
  confirms: () => true,
  input: z.strictObject({
    issuer: word.meta({ description: 'Issuer, from `linkedAccounts.get`.' }),
    user: accountInput,
  }),
  output: z.object({}),
  async run(tx, { issuer, user: name }, call) {
    const user = await requireAccount(tx, call, name)
    const rows = await identitiesOf(tx, user.id)
    const identity = rows.find((one) => one.issuer === issuer)
    if (!identity)
      throw new TrackerError('object_does_not_exist', { kind: 'linked account', field: 'issuer', value: issuer })
    const isOwn = !call.who.isSystem && user.id === call.who.user?.id
    if (isOwn) await requireOtherWay(tx, call, user, { issuer })
    const own = { col: 'user_id', eq: user.id } as const
    await tx.delete('external_accounts', { and: [own, { col: 'issuer', eq: issuer }] })
    const provider = allLogins(call.logins).find((one) => one.provider.issuer === issuer)?.provider
    const others = { not: { col: 'id', in: isOwn ? [...(call.sessionIds ?? [])] : [] } } as const
    await tx.delete('tokens', { and: [await begunBy(tx, call, user.id, issuer), others] })
    await endActing(tx, user.id, call.now)
    const removed = withOrigin(nameOf(identity), call)
    await audit(tx, call, 'users', user.id, [{ field: 'linked_account', removed, added: '' }])
    const details = { what: 'login_linked', title: provider?.title ?? issuer, is_linked: false } as const
    call.mail.record({ to: { user_id: user.id }, details })
    await bumpIdentityVersion(tx)
    return {}
  },
})
