// Events of git hosts. Their signatures are of the unchanged body, so that they are no operations with parameters.
import { isTrackerError } from '@trackerkit/core'
import { codeHosts, signatureIn, type CodeHost } from '@trackerkit/core/host'
import { WireError } from '../http/errors.js'
import type { RestRequest } from '../http/messages.js'
import { isJson } from '../http/request/body.js'
import { headerOf, peekHeader } from '../http/request/request-limits.js'
import type { Parameters } from '../http/request/target.js'
import type { DirectAnswer, Received } from './received.js'
import type { Services } from './services.js'

/** In bytes. */
const longestBody = 5 * 1_048_576

const headerNames = [
  ...(['x-github-event', 'x-hub-signature-256', 'x-gitea-event', 'x-gitea-signature'] as const),
  ...(['x-forgejo-event', 'x-forgejo-signature', 'x-gitlab-event', 'x-gitlab-token'] as const),
  ...(['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const),
]

/** The form of a delivery: the events of one host, or those of GitHub as bugzilla.mozilla.org receives them. */
export type DeliveryForm =
  | { readonly host: CodeHost; readonly event?: undefined }
  | { readonly host: 'github'; readonly event: 'pull_request' | 'push' }

const bmoEvents = { pull_request: 'pull_request', push_comment: 'push' } as const

/** The form that a request is in, by its path; undefined for other requests. */
export function deliveryFormOf(method: string, segments: readonly string[]): DeliveryForm | undefined {
  const [first, second = ''] = segments
  if (method !== 'POST' || segments.length !== 2) return undefined
  if (first === 'github' && Object.hasOwn(bmoEvents, second))
    return { host: 'github', event: bmoEvents[second as keyof typeof bmoEvents] }
  const host = first === 'git' ? codeHosts.find((one) => one === second) : undefined
  return host && { host }
}

/** Receives a delivery. Wrong signatures are counted by address, as wrong keys are. */
export async function receiveDelivery(
  form: DeliveryForm,
  { request, observation }: Received,
  query: Parameters,
  services: Services,
): Promise<DirectAnswer> {
  if (observation) observation.operation = 'codeHooks.receive'
  const headers = headersOf(request)
  const answer = form.event === undefined ? answerHost : answerBmo
  const signature = signatureIn(form.host, headers)
  const body = await bodyOf(request, signature !== undefined)
  const proof = signature === undefined ? [] : [{ api_key: signature }]
  let refused: DirectAnswer | undefined
  const refuse = (answered: DirectAnswer) => void (refused = answered)
  const delivery = { headers, body, request, query, refuse }
  return services.attempts
    .run(request.address, proof, () => answer(form, delivery, services))
    .catch((error: unknown) => {
      if (refused && isTrackerError(error, 'code_hook_signature')) return refused
      throw error
    })
}

interface Delivery {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
  readonly request: RestRequest
  readonly query: Parameters
  /** Takes the answer in place of the error of a wrong signature, which is counted first. */
  readonly refuse: (answer: DirectAnswer) => void
}

async function answerHost(
  { host }: DeliveryForm,
  { headers, body, request }: Delivery,
  { host: tracker }: Services,
): Promise<DirectAnswer> {
  const details = { address: request.address }
  return { form: { kind: 'json' }, value: await tracker.receiveCode({ host, headers, body }, details) }
}

/** Refusals have the status and the form that bugzilla.mozilla.org gives them. */
async function answerBmo(
  { event = 'push' }: DeliveryForm,
  { headers, body, request, query, refuse }: Delivery,
  { host: tracker }: Services,
): Promise<DirectAnswer> {
  const withoutQeVerify = query.get('no-qe-verify') === '1'
  try {
    const answer = await tracker.receiveBmo({ event, withoutQeVerify, headers, body }, { address: request.address })
    return { form: { kind: 'json' }, value: answer }
  } catch (error) {
    const message = isTrackerError(error) ? refusals(event)[error.code] : undefined
    if (message === undefined) throw error
    const refused = { form: { kind: 'json' } as const, status: 400, value: { error: 1, message } }
    if (!isTrackerError(error, 'code_hook_signature')) return refused
    refuse(refused)
    throw error
  }
}

function refusals(event: 'pull_request' | 'push'): Readonly<Record<string, string>> {
  return {
    code_event_unexpected: `The webhook event was not for a GitHub ${event === 'push' ? 'push' : 'pull request'}.`,
    code_hook_signature: 'The webhook signature in the header did not match the expected value.',
    code_payload_invalid: 'The webhook did not contain valid JSON or expected data was missing.',
    code_bug_missing: 'The push commit message did not contain a valid bug ID.',
  }
}

function headersOf(request: RestRequest): Delivery['headers'] {
  return Object.fromEntries(headerNames.map((name) => [name, peekHeader(request, name)]))
}

/** @throws WireError (400, 413) */
function bodyOf(request: RestRequest, isNamed: boolean): Promise<Uint8Array> {
  if (!isJson(headerOf(request, 'content-type')))
    throw new WireError(400, 'The body must be JSON: select application/json in the settings of the host.')
  return request.body(longestBody, { isNamed: () => isNamed, isKnown: () => false })
}
