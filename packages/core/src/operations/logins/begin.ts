import * as z from 'zod'
import { signFlow, readFlow, flowPurposes, type FlowPurpose } from '../../auth/login-flow.js'
import { requireLogin } from '../../auth/logins.js'
import { requireUser, type Call } from '../../call/context.js'
import { limited, word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { askProvider, redirectAddress } from '../../domain/logins/ask.js'
import { requireFactorToLink } from '../../domain/logins/link.js'
import { pageOrigin } from '../../domain/passkeys/inputs.js'
import {
  beginFlow,
  byPasskey,
  descriptorsOf,
  passkeysOf,
  requestOptions,
  requireOrigin,
} from '../../domain/passkeys/options.js'
import { requireConfirmedSession, requireSession } from '../../domain/sessions/prove-again.js'
import { waysToConfirm } from '../../domain/sessions/ways-to-confirm.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'

const maxReturnTo = 1000

export const beginLogin = defineWrite({
  name: 'logins.begin',
  summary: 'Start a login at a provider or with a passkey',
  description:
    'Returns the address of a login provider to which the browser goes, and a flow, which the caller keeps in that ' +
    'browser, in a cookie that no script can read. With the parameters of the callback, `logins.finish` completes ' +
    'it. A flow is valid once, for 10 minutes. Nothing is written.\n\n' +
    'Purposes: `login`; `link`, which links the account of the provider to the account of the session; `confirm`, ' +
    'which confirms the session, for providers that can ask the person again, and for passkeys.\n\n' +
    'By `passkey`, it returns the options with which the browser asks for a passkey (`navigator.credentials.get`) in ' +
    'place of the address, and `logins.finish` takes its answer.\n\n' +
    'Fails with `login_provider_unknown`; `param_invalid` for an origin that can have no passkeys, and for a provider ' +
    'that cannot confirm the session; `login_provider_unavailable` if the provider does not respond; ' +
    '`login_required` for `link` and `confirm` without a session.',
  errors: ['login_provider_unknown', 'login_provider_unavailable', 'login_flow_not_valid', 'param_invalid'],
  examples: [
    {
      title: 'Redirect from a login page',
      code:
        "const redirect_uri = 'https://bugs.example.com/-/login/google/callback'\n" +
        "const { url, flow } = await tracker.as(null).logins.begin({ by: 'google', redirect_uri })",
    },
  ],
  isSecret: true,
  access: 'exempt',
  isBeforeSecondFactor: true,
  confirms: ({ purpose }) => purpose === 'link',
  input: z.strictObject({
    by: word.meta({ description: 'Name of the provider, from `accounts.get`, or `passkey`.' }),
    purpose: z.enum(flowPurposes).default('login').meta({ description: 'Purpose of the login.' }),
    redirect_uri: redirectAddress.optional(),
    origin: pageOrigin,
    return_to: limited(z.string(), maxReturnTo)
      .default('')
      .meta({ description: 'Returned by `logins.finish`: where the user came from.' }),
  }),
  output: z.object({
    flow: z.string().meta({ description: 'Flow: a secret that, with the callback, finishes the login.' }),
    url: z.string().optional().meta({ description: 'URL of the provider.' }),
    options: requestOptions
      .optional()
      .meta({ description: 'Options for `PublicKeyCredential.parseRequestOptionsFromJSON`.' }),
  }),
  // It asks a provider, which no transaction can take back.
  isApart: () => true,
  readsOnly: () => true,
  async mayPrepare(tx, input, call) {
    requireBeginnable(call, input)
    if (input.purpose === 'link') {
      await requireConfirmedSession(tx, call)
      await requireFactorToLink(tx, call)
    }
    if (input.purpose === 'confirm') await requireWayToConfirm(tx, call, input.by)
  },
  async prepare({ by, purpose, redirect_uri, return_to }, { environment }, call) {
    const { catalogue, now, logins } = call
    if (by === byPasskey || redirect_uri === undefined) return undefined
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
    requireBeginnable(call, { by, purpose, redirect_uri })
    return { flow, url }
  },
  async run(tx, input, call, begun) {
    requireBeginnable(call, input)
    return begun ?? beginByPasskey(tx, call, input)
  },
})

interface Asked {
  readonly by: string
  readonly purpose: FlowPurpose
  readonly redirect_uri?: string | undefined
  readonly origin?: string | undefined
}

/** Of the session to be confirmed, only its own user's passkeys count. */
async function beginByPasskey(tx: Reader, call: Call, asked: Asked & { readonly return_to: string }) {
  const { purpose, return_to } = asked
  const origin = requireOrigin(call, asked.origin)
  const session_id = purpose === 'login' ? null : (requireSession(call)[0] ?? null)
  const { flow, rpId, asked: common } = beginFlow(call, { purpose, return_to, session_id, origin })
  const own = purpose === 'login' ? [] : await passkeysOf(tx, requireUser(call.who).id)
  return {
    flow,
    options: { ...common, rpId, userVerification: 'required', allowCredentials: descriptorsOf(own, rpId) },
  }
}

/** @throws login_provider_unknown, login_required, param_required, param_invalid for a purpose that the way does not have */
function requireBeginnable(call: Call, { by, purpose, redirect_uri, origin }: Asked): void {
  if (by === byPasskey) {
    requireOrigin(call, origin)
    if (purpose !== 'login') requireSession(call)
    if (purpose !== 'link') return
    throw new TrackerError('param_invalid', { field: 'purpose', value: purpose, problem: 'use passkeys.begin' })
  }
  const { provider } = requireLogin(call.logins, by)
  if (redirect_uri === undefined) throw new TrackerError('param_required', { field: 'redirect_uri' })
  if (purpose !== 'login') requireSession(call)
  if (purpose === 'confirm' && !provider.mayConfirm) throw cannotConfirm(by)
}

/** @throws param_invalid for a provider at which the user has no account, or that is one factor of two */
async function requireWayToConfirm(tx: Reader, call: Call, by: string): Promise<void> {
  if (by === byPasskey) return
  if (!(await waysToConfirm(tx, call, requireUser(call.who))).includes(by)) throw cannotConfirm(by)
}

function cannotConfirm(by: string): TrackerError {
  const problem = 'this provider cannot confirm this session'
  return new TrackerError('param_invalid', { field: 'by', value: by, problem })
}
