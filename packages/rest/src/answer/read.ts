// The body, and the credentials in headers, query and body.
import { callersOutside, namesCallerOutside, takeCredentials, type Credentials } from '../callers/credentials.js'
import type { BodySender, RestRequest } from '../http/messages.js'
import { readBody } from '../http/request/body.js'
import { isForm, readForm } from '../http/request/form.js'
import { namesOf } from '../http/request/coerce.js'
import type { Parameters } from '../http/request/target.js'
import type { OpenDoor } from './door.js'
import type { Identified } from './identify.js'
import type { Routed } from './route.js'
import type { Services } from './services.js'
import type { Tracker } from '@trackerkit/core'
import { headerOf, requestLimits } from '../http/request/request-limits.js'

export interface Read {
  readonly routed: Routed
  readonly bodyBytes: number
  readonly door: OpenDoor | undefined
  readonly credentials: Credentials
  /** Of query and body, without credentials. */
  readonly parameters: Parameters
}

/** @throws WireError (400, 413, 415), body_not_object, two_identities, invalid_login_or_password, own_credentials_off */
export async function readRequest(
  identified: Identified & { readonly door: OpenDoor | undefined },
  services: Services,
): Promise<Read> {
  const { routed, door } = identified
  const { request, query, route, observation } = routed
  const { form } = route
  if (form && isForm(request)) {
    const bodyBytes = await readForm(request, form)
    return { routed, door, bodyBytes, credentials: { identities: [], restrictLogin: undefined }, parameters: new Map() }
  }
  const bytesIn = namesOf(route.operation.input).bytes
  const limit = async () => door?.bodyBytes ?? bodyLimit(services, request, bytesIn.length > 0)
  const body = await readBody(request, limit, { sender: senderOf(identified, services), observation, bytesIn })
  const taken = takeCredentials(request, body.parameters, query, route.operation, identified)
  const { credentials, parameters } = taken
  return { routed, door, bodyBytes: body.bytes, credentials, parameters }
}

/** The sender as far as it is known before the body is read. */
function senderOf(identified: Identified & { readonly door: OpenDoor | undefined }, { knows }: Services): BodySender {
  const { request, query, route } = identified.routed
  return {
    // The key of an intake is enough.
    isNamed: () => Boolean(identified.door) || Boolean(identified.host) || namesCallerOutside(request, query),
    isKnown: () => knows(callersOutside(request, query, route.operation, identified)),
  }
}

/** Enough for anything around an attachment. */
const smallBody = 1_048_576

/**
 * The maximum bytes of a request: the configured ones, or the largest attachment as base64 and everything around it. Less where
 * there can be no content, however much is configured: nothing that is valid is longer.
 */
async function bodyLimit(
  { tracker, options }: Services,
  request: Pick<RestRequest, 'headers'>,
  hasContents: boolean,
): Promise<number> {
  const limit = options.limits?.bodyBytes ?? (await largestBody(tracker, request))
  return hasContents ? limit : Math.min(limit, requestLimits.bodyWithoutContents)
}

async function largestBody(tracker: Tracker, request: Pick<RestRequest, 'headers'>): Promise<number> {
  if (Number(headerOf(request, 'content-length') ?? Infinity) <= smallBody) return smallBody
  // The tracker remembers parameters, so asking costs little.
  const { parameters } = await tracker
    .asSystem()
    .parameters.get({ include_fields: ['maxattachmentsize', 'maxlocalattachment'] })
  const { maxattachmentsize = '', maxlocalattachment = '' } = parameters
  const largest = Math.max(Number(maxattachmentsize) * 1024, Number(maxlocalattachment) * 1024 * 1024)
  return smallBody + Math.ceil(largest / 3) * 4
}
