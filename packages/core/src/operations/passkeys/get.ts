import * as z from 'zod'
import { defineRead } from '../../call/define/operation.js'
import { accountInput, requireAccount } from '../../domain/logins/account.js'
import { passkeysOf } from '../../domain/passkeys/options.js'

const passkey = z
  .object({
    id: z.int().meta({ description: 'ID of the passkey.' }),
    name: z.string().meta({ description: 'Name of the passkey.' }),
    host: z.string().meta({ description: 'Host of the pages on which it can be used.' }),
    is_backed_up: z
      .boolean()
      .meta({ description: 'Whether it is backed up, for example in an account of the vendor.' }),
    creation_time: z.date().meta({ description: 'Time when it was added.' }),
    last_used: z.date().nullable().meta({ description: 'Time of the last use; null if never used.' }),
  })
  .meta({ id: 'Passkey', description: 'A passkey, with which a user logs in without a password.' })

export const getPasskeys = defineRead({
  name: 'passkeys.get',
  summary: 'List passkeys of a user',
  description:
    "Returns the passkeys of the caller; another user's, for user administrators.\n\n" +
    "Fails with `auth_failure` for another user's without editusers; `object_does_not_exist` for a user.",
  errors: ['login_required', 'auth_failure', 'object_does_not_exist'],
  examples: [{ title: 'Names of your passkeys', code: 'const { passkeys } = await alice.passkeys.get()' }],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({ user: accountInput }),
  output: z.object({ passkeys: z.array(passkey).meta({ description: 'Passkeys, oldest first.' }) }),
  async run(tx, { user }, call) {
    const rows = await passkeysOf(tx, (await requireAccount(tx, call, user)).id)
    const passkeys = rows.map(({ id, name, rp_id: host, is_backed_up, creation_time, last_used }) => {
      return { id, name, host, is_backed_up, creation_time, last_used }
    })
    return { passkeys }
  },
})
