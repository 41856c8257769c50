import { z } from 'zod'
import type { LinkedWith } from '../../auth/links.js'
import { defineRead } from '../../call/define/operation.js'
import { allLogins } from '../../call/login-provider.js'
import { accountInput, requireAccount } from '../../domain/logins/account.js'
import { identitiesOf } from '../../domain/logins/identities.js'

const linked = z
  .object({
    issuer: z.string().meta({ description: 'The issuer that identifies the person, for `linkedAccounts.remove`.' }),
    name: z.string().nullable().meta({ description: 'The name of the provider; null if it is not offered any more.' }),
    title: z
      .string()
      .meta({ description: 'The provider as people read it; the issuer if it is not offered any more.' }),
    shown_as: z.string().meta({ description: 'The account at the provider; empty for the embedding program.' }),
    linked_with: z
      .enum(['provider', 'two_factors', 'one_factor'])
      .nullable()
      .meta({
        description:
          'The proof with which it was linked: `provider`, two factors, or only one, such as a password. Logins by an account ' +
          'linked with one factor are not two factors until one has proven the second factor here. Null: linked before this was ' +
          'noted, or of the embedding program.',
      }),
    creation_time: z.date().nullable().meta({ description: 'When it was linked; null for the embedding program.' }),
    last_login: z.date().nullable().meta({ description: 'When it was last used to log in.' }),
  })
  .meta({ id: 'LinkedAccount', description: 'An account elsewhere by which a user logs in.' })

export const getLinkedAccounts = defineRead({
  name: 'linkedAccounts.get',
  summary: 'Linked accounts',
  description:
    "Returns the accounts at login providers by which the caller can log in; another user's, for user " +
    'administrators.\n\n' +
    "Fails with `auth_failure` for another user's without editusers; `object_does_not_exist` for a user.",
  errors: ['login_required', 'auth_failure', 'object_does_not_exist'],
  examples: [{ title: 'Your own', code: 'const { linked_accounts } = await alice.linkedAccounts.get()' }],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({ user: accountInput }),
  output: z.object({
    linked_accounts: z.array(linked).meta({ description: 'The linked accounts, the oldest first.' }),
    providers: z.array(z.string()).meta({ description: 'Names of providers of which none is linked.' }),
    has_password: z.boolean().meta({ description: 'The user has a password, too.' }),
  }),
  async run(tx, { user: name }, call) {
    const user = await requireAccount(tx, call, name)
    const rows = await identitiesOf(tx, user.id)
    const known = new Map(allLogins(call.logins).map(({ provider }) => [provider.issuer, provider]))
    const own = new Set(rows.map(({ issuer }) => issuer))
    return {
      linked_accounts: rows
        .toSorted((a, b) => (a.creation_time?.getTime() ?? 0) - (b.creation_time?.getTime() ?? 0))
        .map(({ issuer, shown_as, creation_time, last_login, linked_with: proof }) => {
          const { name: by = null, title = issuer } = known.get(issuer) ?? {}
          const linked_with = proof as LinkedWith | null
          return { issuer, name: by, title, shown_as: shown_as ?? '', linked_with, creation_time, last_login }
        }),
      providers: [...call.logins.providers.values()]
        .filter(({ provider }) => !own.has(provider.issuer))
        .map(({ provider }) => provider.name),
      has_password: user.password_hash !== null,
    }
  },
})
