import * as z from 'zod'
import { passkeyOrigin } from '../../auth/passkey.js'
import { isPasswordRestricted } from '../../auth/password-policy.js'
import { defineRead } from '../../call/define/operation.js'
import { pageOrigin } from '../../domain/passkeys/inputs.js'

export const getAccountOffers = defineRead({
  name: 'accounts.get',
  summary: 'Get account features',
  description:
    'Returns the features that a login page can offer. Whether an address can have an account is known only after ' +
    'a request for one. Available without login.',
  examples: [
    {
      title: 'Check whether to show a link for registration',
      code: 'const { can_register } = await tracker.as(null).accounts.get()',
    },
  ],
  access: 'exempt',
  input: z.strictObject({ origin: pageOrigin }),
  output: z.object({
    providers: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Name, for `logins.begin`.' }),
          title: z.string().meta({ description: 'Display name.' }),
        }),
      )
      .meta({ description: 'Login providers beside passwords.' }),
    passkeys: z.boolean().meta({
      description: 'Users can log in with a passkey on these pages: https with a host name, or http://localhost.',
    }),
    passwords: z.enum(['all', 'some']).meta({
      description:
        '`some`: only a group logs in with a password (parameter password_login_group), and no directory checks passwords.',
    }),
    can_register: z
      .boolean()
      .meta({ description: 'Some addresses can register (parameter createemailregexp), and email is sent.' }),
    can_reset_password: z.boolean().meta({ description: 'Email is sent, so users can reset a forgotten password.' }),
  }),
  async run(_tx, { origin }, { catalogue, mail, logins }) {
    return {
      providers: [...logins.providers.values()].map(({ provider: { name, title } }) => ({ name, title })),
      passkeys: passkeyOrigin(catalogue, origin) !== undefined,
      passwords: isPasswordRestricted(catalogue) && !logins.passwords ? ('some' as const) : ('all' as const),
      can_register: mail.isKept && catalogue.parameters.createemailregexp !== '' && !isPasswordRestricted(catalogue),
      can_reset_password: mail.isKept,
    }
  },
})
