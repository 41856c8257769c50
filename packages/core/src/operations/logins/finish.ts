import * as z from 'zod'
import { maxFlowLength, readFlow, type Flow } from '../../auth/login-flow.js'
import { requireLogin } from '../../auth/logins.js'
import type { Call } from '../../call/context.js'
import { limited, record } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import type { Login, LoginProvider } from '../../call/login-provider.js'
import { redirectAddress } from '../../domain/logins/ask.js'
import { confirmBy } from '../../domain/logins/confirm.js'
import { exchangeCode } from '../../domain/logins/exchange.js'
import { linkTo } from '../../domain/logins/link.js'
import { requireMember } from '../../domain/logins/member.js'
import { finishLogin, type ProvenPerson } from '../../domain/logins/log-in.js'
import { loginOutcome } from '../../domain/logins/outcome.js'
import { finishByPasskey } from '../../domain/passkeys/finish.js'
import { signedAnswer } from '../../domain/passkeys/inputs.js'
import { byPasskey } from '../../domain/passkeys/options.js'
import { provePasskey, type ProvenPasskey } from '../../domain/passkeys/prove.js'
import { TrackerError } from '../../kernel/errors.js'
import { isSameSecret } from '../../kernel/same-secret.js'

const maxAnswer = 4096
const answered = ['code', 'state', 'iss', 'error'] as const

export const completeCallback = defineWrite({
  name: 'logins.finish',
  summary: 'Finish logging in at a provider or with a passkey',
  description:
    'Takes the parameters with which the provider leads back (`code`, `state`, `iss`, `error`), exchanges them for ' +
    'a person, and logs that person in, links the account, or confirms the session, as the flow began.\n\n' +
    'The person is who the provider identifies by its own ID. An address decides only at the first login, and only ' +
    'if the provider has verified it: it becomes a new account, or, with the password of the account that has it, ' +
    'a linked one (`outcome: password`). `outcome: second_factor` requires a one-time password. `logins.complete` ' +
    'takes both.\n\n' +
    'For a flow of passkeys, it takes the JSON of the browser (`toJSON()` of the credential). A passkey counts as two ' +
    'factors.\n\n' +
    'Fails with `login_flow_not_valid`, also after five failed exchanges with one flow; `login_refused` with the ' +
    'reason; `account_disabled`; `login_provider_unavailable`; `too_busy` for too many new accounts or too many ' +
    'logins at once, `too_many_attempts` for too many at once from one network; `passkey_not_valid` for a wrong ' +
    'passkey, or one whose counter has not grown, because a copy may exist.',
  errors: [
    'login_flow_not_valid',
    'login_provider_unknown',
    'login_provider_unavailable',
    'login_refused',
    'passkey_not_valid',
  ],
  examples: [
    {
      title: 'At the redirect URL',
      code:
        "const flow = 'eyJyYW5kb20i.Zm9yZ2Vk'\n" +
        "const answer = { code: 'SplxlOBeZQQYbYS6WxSbIA', state: 'af0ifjsldkj' }\n" +
        "const redirect_uri = 'https://bugs.example.com/-/login/google/callback'\n" +
        'const { outcome, token } = await tracker.as(null).logins.finish({ flow, redirect_uri, answer })',
    },
  ],
  isSecret: true,
  access: 'exempt',
  isBeforeSecondFactor: true,
  input: z.strictObject({
    flow: limited(z.string(), maxFlowLength).meta({ description: 'Flow of `logins.begin`.' }),
    redirect_uri: redirectAddress.optional().meta({
      description:
        'URL to which the provider redirected. Pass it if there are several providers: a URL other than that ' +
        'of `logins.begin` is rejected, because one provider could redirect to the URL of another to obtain ' +
        'its code.',
    }),
    answer: z.union([record(limited(z.string(), maxAnswer), answered.length + 20), signedAnswer]).meta({
      description:
        'The parameters of the callback, of which others than `code`, `state`, `iss` and `error` are ignored; or the ' +
        'JSON of the passkey.',
    }),
  }),
  output: loginOutcome,
  isApart: () => true,
  async mayPrepare(_tx, input, call) {
    const flow = requireFlow(call, input)
    if (flow.by !== byPasskey) requireAnswer(call, flow, input)
  },
  async prepare(input, preparation, call): Promise<ProvenPerson | ProvenPasskey> {
    const begun = requireFlow(call, input)
    if (begun.by === byPasskey) return provePasskey(preparation, begun, input.answer)
    const { flow, login, answer } = requireAnswer(call, begun, input)
    const person = await exchangeCode(preparation, call, login.provider, { flow, answer })
    await requireMember(preparation, login, person)
    return { flow, login, person }
  },
  async run(tx, _input, call, proven) {
    const { return_to, purpose } = proven.flow
    if ('passkey' in proven) return { return_to, ...(await finishByPasskey(tx, call, proven)) }
    if (purpose === 'create') throw new TrackerError('login_flow_not_valid')
    const finish = { login: finishLogin, link: linkTo, confirm: confirmBy }[purpose]
    return { return_to, ...(await finish(tx, call, proven)) }
  },
})

interface Given {
  readonly flow: string
  readonly redirect_uri?: string | undefined
  readonly answer: Readonly<Record<string, unknown>>
}

interface Answered {
  readonly flow: Flow
  readonly login: Login<LoginProvider>
  readonly answer: Readonly<Record<string, string>>
}

/** A flow of the session in which it began. @throws login_flow_not_valid */
function requireFlow({ catalogue, now, sessionIds = [] }: Call, given: Given): Flow {
  const flow = readFlow(given.flow, catalogue.secret, now)
  const isOurs = flow.session_id === null || sessionIds.includes(flow.session_id)
  if (!isOurs || flow.purpose === 'create') throw new TrackerError('login_flow_not_valid')
  return flow
}

/** The state is compared before anything is looked up. @throws login_flow_not_valid, login_provider_unknown, login_refused */
function requireAnswer({ logins }: Call, flow: Flow, given: Given): Answered {
  const answer = Object.fromEntries(
    answered.flatMap((name) =>
      typeof given.answer[name] === 'string' && Object.hasOwn(given.answer, name) ? [[name, given.answer[name]]] : [],
    ),
  )
  if (!isSameSecret(answer['state'] ?? '', flow.secrets.state)) throw new TrackerError('login_flow_not_valid')
  if ((given.redirect_uri ?? flow.redirect_uri) !== flow.redirect_uri) throw new TrackerError('login_flow_not_valid')
  if (answer['error'] !== undefined) throw new TrackerError('login_refused', { reason: 'provider_said_no' })
  if (answer['code'] === undefined || answer['code'] === '') throw new TrackerError('login_flow_not_valid')
  return { flow, login: requireLogin(logins, flow.by), answer }
}
