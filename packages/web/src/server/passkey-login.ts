// Logging in with a passkey, or confirming a session with one, by a script of the pages: the flow is in a cookie.
import { answerFailure, cookieHeaders, json, plainText } from './answers.js'
import { flowOf, setPasskeyFlow } from './flow-cookie.js'
import { cookiesOf, operationsOf } from './provider-login.js'
import type { RequestContext } from './request-context.js'
import { readSent } from './sent.js'

/** More than an answer of a passkey has. */
const longestBody = 20_000

/** `/-/login/passkey` and `/-/login/passkey/confirm` return options for the browser; with `answer`, the first takes its answer. */
export async function answerPasskey(context: RequestContext, step: string | undefined): Promise<Response> {
  const { request, origin, cookie } = context
  if (step !== undefined && step !== 'confirm') return plainText(404, 'There is nothing at this address.')
  if (request.method !== 'POST') return plainText(405, 'This takes POST.', { Allow: 'POST' })
  const sent = await readSent(context, longestBody)
  if (sent instanceof Response) return sent
  if (sent.isForm) return plainText(415, 'This takes JSON.')
  const { answer } = sent.values
  try {
    if (answer !== undefined) return await finish(context, answer)
    const purpose = step ?? 'login'
    const { logins } = await operationsOf(context, purpose === 'confirm')
    const { flow, options } = await logins.begin({ by: 'passkey', purpose, origin: origin.origin })
    return json(200, { options }, cookieHeaders([setPasskeyFlow(cookie, flow)]))
  } catch (error) {
    return answerFailure(error)
  }
}

async function finish(context: RequestContext, given: unknown): Promise<Response> {
  const { logins } = await operationsOf(context, true)
  // The API checks what it is.
  const answer = given as Parameters<typeof logins.finish>[0]['answer']
  const outcome = await logins.finish({ flow: flowOf(context.request, context.cookie, 'passkey') ?? '', answer })
  return json(200, { id: outcome.id }, await cookiesOf(context, outcome, 'passkey'))
}
