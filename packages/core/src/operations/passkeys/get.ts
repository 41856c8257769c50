import { z } from 'zod'
import { defineRead } from '../../call/define/operation.js'
import { accountInput, requireAccount } from '../../domain/logins/account.js'
import { passkeysOf } from '../../domain/passkeys/options.js'

const passkey = z
  .object({
    id: z.int().meta({ description: 'The ID.' }),
    name: z.string().meta({ description: 'The name that the user has given it.' }),
    host: z.string().meta({ description: 'The host of the pages on which it logs in.' }),
    is_backed_up: z.boolean().meta({ description: 'It is also kept elsewhere, such as in an account of the vendor.' }),
    creation_time: z.date().meta({ description: 'When it was added.' }),
    last_used: z.date().nullable().meta({ description: 'When it was last used; null: never.' }),
  })
  .meta({ id: 'Passkey', description: 'A passkey, by which a user logs in without a password.' })

export const getPasskeys = defineRead({
  name: 'passkeys.get',
  summary: 'Passkeys of a user',
  description:
    "Returns the passkeys of the caller; another user's, for user administrators.\n\n" +
    "Fails with `auth_failure` for another user's without editusers; `object_does_not_exist` for a user.",
  errors: ['login_required', 'auth_failure', 'object_does_not_exist'],
  examples: [{ title: 'Names of your passkeys', code: 'const { passkeys } = await alice.passkeys.get()' }],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({ user: accountInput }),
  output: z.object({ passkeys: z.array(passkey).meta({ description: 'The passkeys, the oldest first.' }) }),
  async run(tx, { user }, call) {
    const rows = await passkeysOf(tx, (await requireAccount(tx, call, user)).id)
    const passkeys = rows.map(({ id, name, rp_id: host, is_backed_up, creation_time, last_used }) => {
      return { id, name, host, is_backed_up, creation_time, last_used }
    })
    return { passkeys }
  },
})
