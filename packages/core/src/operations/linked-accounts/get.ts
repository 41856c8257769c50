import * as z from 'zod'
import { proofsOfLinks, type LinkedWith } from '../../auth/links.js'
import { shownName } from '../../auth/provider-person.js'
import { defineRead } from '../../call/define/operation.js'
import { allLogins } from '../../call/login-provider.js'
import { accountInput, requireAccount } from '../../domain/logins/account.js'
import { identitiesOf } from '../../domain/logins/identities.js'

const linked = z
  .object({
    issuer: z.string().meta({ description: 'Issuer that identifies the user, for `linkedAccounts.remove`.' }),
    name: z.string().nullable().meta({ description: 'Name of the provider; null if it is no longer offered.' }),
    title: z.string().meta({ description: 'Display name of the provider; the issuer if it is no longer offered.' }),
    shown_as: z.string().meta({ description: 'Account at the provider; empty for the embedding program.' }),
    linked_with: z
      .enum(proofsOfLinks)
      .nullable()
      .meta({
        description:
          'The proof with which it was linked: `provider`, two factors, or only one, such as a password. Logins by an account ' +
          'linked with one factor are not two factors until one has proven the second factor here. Null: linked before this was ' +
          'noted, or of the embedding program.',
      }),
    creation_time: z
      .date()
      .nullable()
      .meta({ description: 'Time when it was linked; null for the embedding program.' }),
    last_login: z.date().nullable().meta({ description: 'Time of the last login with it.' }),
  })
  .meta({ id: 'LinkedAccount', description: 'An account at a login provider with which a user logs in.' })

export const getLinkedAccounts = defineRead({
  name: 'linkedAccounts.get',
  summary: 'List linked accounts',
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
    linked_accounts: z.array(linked).meta({ description: 'Linked accounts, oldest first.' }),
    providers: z.array(z.string()).meta({ description: 'Names of providers without a linked account.' }),
    has_password: z.boolean().meta({ description: 'Whether the user also has a password.' }),
  }),
  async run(tx, { user: name }, call) {
    const user = await requireAccount(tx, call, name)
    const rows = await identitiesOf(tx, user.id)
    const known = new Map(allLogins(call.logins).map(({ provider }) => [provider.issuer, provider]))
    const own = new Set(rows.map(({ issuer }) => issuer))
    return {
      linked_accounts: rows
        .toSorted((a, b) => (a.creation_time?.getTime() ?? 0) - (b.creation_time?.getTime() ?? 0))
        .map(({ issuer, subject, kind, creation_time, last_login, linked_with: proof, ...row }) => {
          const { name: by = null, title = issuer } = known.get(issuer) ?? {}
          const linked_with = proof as LinkedWith | null
          const shown_as = kind === 'host' ? '' : shownName({ ...row, subject })
          return { issuer, name: by, title, shown_as, linked_with, creation_time, last_login }
        }),
      providers: [...call.logins.providers.values()]
        .filter(({ provider }) => !own.has(provider.issuer))
        .map(({ provider }) => provider.name),
      has_password: user.password_hash !== null,
    }
  },
})
