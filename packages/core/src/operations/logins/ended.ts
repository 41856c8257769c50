import * as z from 'zod'
import { requireLogin } from '../../auth/logins.js'
import { isSubject } from '../../auth/provider-person.js'
import type { Call } from '../../call/context.js'
import { limited, word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import type { LoginProvider } from '../../call/login-provider.js'
import { askProvider } from '../../domain/logins/ask.js'
import { endSessions } from '../../domain/logins/member.js'
import { TrackerError } from '../../kernel/errors.js'

const maxToken = 16_384

export const endLogin = defineWrite({
  name: 'logins.ended',
  summary: 'Log out a user who has logged out at a provider',
  description:
    'Takes the logout token that a provider of OpenID Connect sends when a user logs out there (back-channel logout), ' +
    'and ends the sessions that this provider began for the user before. Repeating it ends nothing else.\n\n' +
    'Fails with `login_provider_unknown` for a provider without such tokens; `login_flow_not_valid` for a token that ' +
    'is not of this provider, names no user, or is older than two minutes; `login_provider_unavailable` if the keys ' +
    'of the provider cannot be read.',
  errors: ['login_provider_unknown', 'login_provider_unavailable', 'login_flow_not_valid'],
  examples: [
    {
      title: 'At the URL that the provider calls',
      code: "await tracker.as(null).logins.ended({ by: 'staff', logout_token: 'eyJhbGciOi.eyJpc3Mi.c2ln' })",
    },
  ],
  access: 'exempt',
  input: z.strictObject({
    by: word.meta({ description: 'Name of the provider.' }),
    logout_token: limited(z.string(), maxToken).meta({ description: 'The logout token, as the provider sent it.' }),
  }),
  output: z.object({}),
  // It may request the keys of the provider, which no transaction can take back.
  isApart: () => true,
  mayPrepare: async (_tx, input, call) => requireEnding(call, input),
  async prepare(input, _preparation, call) {
    const { provider, ended } = requireEnding(call, input)
    const { subject, at } = await askProvider(call, provider, 'end', (signal) => ended(input.logout_token, signal))
    if (!isSubject(subject)) throw new TrackerError('login_flow_not_valid')
    return { provider, subject, at }
  },
  async run(tx, _input, call, { provider, subject, at }) {
    await endSessions(tx, call, provider, subject, at)
    return {}
  },
})

/** @throws login_provider_unknown */
function requireEnding({ logins }: Call, { by }: { readonly by: string }) {
  const { provider } = requireLogin(logins, by)
  const ended: LoginProvider['ended'] = provider.ended?.bind(provider)
  if (!ended) throw new TrackerError('login_provider_unknown', { field: 'by', value: by, accepted: [] })
  return { provider, ended }
}
