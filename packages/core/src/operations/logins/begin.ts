import { z } from 'zod'
import { signFlow, readFlow, flowPurposes } from '../../auth/login-flow.js'
import { requireLogin } from '../../auth/logins.js'
import type { Call } from '../../call/context.js'
import { limited, word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { askProvider, redirectAddress } from '../../domain/logins/ask.js'
import { requireSession } from '../../domain/sessions/prove-again.js'
import { TrackerError } from '../../kernel/errors.js'

const maxReturnTo = 1000

export const beginLogin = defineWrite({
  name: 'logins.begin',
  summary: 'Begin to log in at a provider',
  description:
    'Returns the address of a login provider to which the browser goes, and a flow, which the caller keeps in that ' +
    'browser, in a cookie that no script can read. With the parameters of the callback, `logins.finish` completes ' +
    'it. A flow is valid once, for 10 minutes. Nothing is written.\n\n' +
    'Purposes: `login`; `link`, which links the account of the provider to the account of the session; `confirm`, ' +
    'which confirms the session, for providers that can ask the person again.\n\n' +
    'Fails with `login_provider_unknown`; `login_provider_unavailable` if the provider does not respond; ' +
    '`login_required` for `link` and `confirm` without a session.',
  errors: ['login_provider_unknown', 'login_provider_unavailable', 'login_flow_not_valid', 'param_invalid'],
  examples: [
    {
      title: 'Where a login page leads',
      code:
        "const redirect_uri = 'https://bugs.example.com/-/login/google/callback'\n" +
        "const { url, flow } = await tracker.as(null).logins.begin({ by: 'google', redirect_uri })",
    },
  ],
  isSecret: true,
  access: 'exempt',
  confirms: ({ purpose }) => purpose === 'link',
  input: z.strictObject({
    by: word.meta({ description: 'The name of the provider, from `accounts.get`.' }),
    purpose: z.enum(flowPurposes).default('login').meta({ description: 'The purpose of the login; default `login`.' }),
    redirect_uri: redirectAddress,
    return_to: limited(z.string(), maxReturnTo)
      .default('')
      .meta({ description: 'Returned by `logins.finish`: where the person came from.' }),
  }),
  output: z.object({
    flow: z.string().meta({ description: 'The flow: a secret that, with the callback, finishes the login.' }),
    url: z.string().meta({ description: 'The address of the provider.' }),
  }),
  // It asks a provider, which no transaction can take back.
  isApart: () => true,
  readsOnly: () => true,
  mayPrepare: async (_tx, input, call) => requireBeginnable(call, input),
  async prepare({ by, purpose, redirect_uri, return_to }, { environment }, call) {
    const { catalogue, now, logins } = call
    const session_id = purpose === 'login' ? null : (requireSession(call)[0] ?? null)
    const content = { by, purpose, redirect_uri, return_to, session_id }
    const flow = signFlow(content, catalogue.secret, environment, now)
    const { secrets } = readFlow(flow, catalogue.secret, now)
    const { provider } = requireLogin(logins, by)
    const again = purpose === 'confirm'
    const url = await askProvider(call, provider, 'begin', (signal) =>
      provider.begin({ ...secrets, redirect_uri, again, signal }),
    )
    // A provider may know only now that it cannot confirm.
    requireBeginnable(call, { by, purpose })
    return { flow, url }
  },
  async run(_tx, input, call, begun) {
    requireBeginnable(call, input)
    return begun
  },
})

/** @throws login_provider_unknown, login_required, param_invalid for a provider that cannot ask again */
function requireBeginnable(call: Call, { by, purpose }: { readonly by: string; readonly purpose: string }): void {
  const { provider } = requireLogin(call.logins, by)
  if (purpose !== 'login') requireSession(call)
  if (purpose === 'confirm' && !provider.mayConfirm)
    throw new TrackerError('param_invalid', {
      field: 'by',
      value: by,
      problem: 'this provider cannot confirm a session',
    })
}
