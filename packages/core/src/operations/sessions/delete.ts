import * as z from 'zod'
import { word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { endToken } from '../../auth/acting.js'
import { findToken, findTokenAskedAbout } from '../../auth/tokens.js'
import type { Call } from '../../call/context.js'
import type { Login, LoginProvider } from '../../call/login-provider.js'
import { logoutAddress, redirectAddress } from '../../domain/logins/ask.js'
import type { Row } from '../../schema/index.js'

// Contract: Users, Logout.
export const deleteSession = defineWrite({
  name: 'sessions.delete',
  summary: 'Log out',
  description:
    'Logs out: the token is no longer valid. Other sessions of the user stay. Without a token, or with one that ' +
    'is not in use, it does nothing.\n\n' +
    'With `return_to`, the response contains the address that ends the session at the login provider, too, if the ' +
    'session began at one whose rules say so (`logout`). A provider that does not respond prevents no logout.',
  examples: [{ title: 'Log out', code: 'await tracker.as(null).sessions.delete({ token })' }],
  access: 'exempt',
  input: z.strictObject({
    token: word.optional().meta({ description: 'Token to invalidate.' }),
    return_to: redirectAddress.optional().meta({
      description: 'Redirect URL, exactly as registered at the login provider.',
    }),
  }),
  output: z.object({
    logout_url: z.string().optional().meta({ description: 'URL at the login provider to which to send the browser.' }),
  }),
  // It may ask a provider, which no transaction can take back.
  isApart: ({ return_to }) => return_to !== undefined,
  mayPrepare: async () => undefined,
  async prepare({ token, return_to }, { store }, call) {
    if (return_to === undefined || token === undefined || call.logins.providers.size === 0) return undefined
    const row = await store.read((tx) => findToken(tx, token, call))
    const login = row && loginOf(call, row)
    return login?.logout === 'provider' ? logoutAddress(call, login.provider, return_to) : undefined
  },
  async run(tx, input, call, logout_url) {
    const token = input.token === undefined ? undefined : await findTokenAskedAbout(tx, input.token, call)
    if (token) await endToken(tx, token, call.now)
    return { ...(logout_url !== undefined && { logout_url }) }
  },
})

/** The provider that began a session. Its name may have changed since, or be that of another. */
function loginOf({ logins }: Call, { login_by, login_issuer }: Row<'tokens'>): Login<LoginProvider> | undefined {
  if (login_issuer === null) return logins.providers.get(login_by)
  return [...logins.providers.values()].find(({ provider }) => provider.issuer === login_issuer)
}
