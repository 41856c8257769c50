// The operation: its answer as a value, a file, a list or a stream.
import type { Credential, Tracker } from '@trackerkit/core'
import type { ProvenCredential } from '@trackerkit/core/host'
import type { RestResponse } from '../http/messages.js'
import { respondFile } from '../http/response/file.js'
import { listFormOf, respondList, type ListRequest, type SearchAnswer } from '../lists/list.js'
import type { Prepared } from './input.js'
import type { Services } from './services.js'

export interface Executed {
  readonly prepared: Prepared
  /** Undefined where there is `respond`. */
  readonly value: unknown
  /** Responds with a file, a list or a stream in place of a value, with these headers. */
  readonly respond: ((headers: RestResponse['headers']) => Promise<RestResponse> | RestResponse) | undefined
}

/** @throws WireError (429), errors of operations */
export async function execute(prepared: Prepared, services: Services): Promise<Executed> {
  const { input, routed } = prepared
  const { request, route, query } = routed
  if (route.stream) return { prepared, value: undefined, respond: await streamed(prepared, services) }
  const run = runnerOf(prepared, services)
  if (route.file) {
    const file = await route.file((slice) => run({ ...input, ...slice }))
    return { prepared, value: undefined, respond: (headers) => respondFile(request, headers, file) }
  }
  const form = route.lists && listFormOf(request, query)
  if (route.lists && form) {
    const search = (criteria: ListRequest['input']) => run(criteria) as Promise<SearchAnswer>
    const list = await route.lists[form]({ request, input, search, urlBase: () => urlBaseOf(services.tracker) })
    return { prepared, value: undefined, respond: (headers) => respondList(request, headers, list) }
  }
  return { prepared, value: await run(input), respond: undefined }
}

/**
 * Makes the function that runs the operation once or more, unless the caller has sent wrong credentials too often. Credentials that
 * were proven by the first run are reused by the others: a one-time password is valid once.
 */
function runnerOf(
  { routed: { route }, credential: sent, credentials, details }: Prepared,
  { attempts, host }: Services,
) {
  let credential: Credential | ProvenCredential = sent
  const onProven = (proven: ProvenCredential) => void (credential = proven)
  return (input: unknown): Promise<unknown> =>
    attempts.run(details.address, credentials.identities, (onWrongCredentials) =>
      host.run(route.operation, credential, input, { ...details, onWrongCredentials, onProven }),
    )
}

async function streamed(prepared: Prepared, { streams }: Services): Promise<Executed['respond']> {
  const { routed, credentials, input, details } = prepared
  const { request, form } = routed
  const stream = await streams.open({ request, form, credentials, input, details })
  return (headers) => ({ ...stream, headers: { ...stream.headers, ...headers } })
}

/** The address of the tracker, with a slash at its end; empty where it is not configured. */
async function urlBaseOf(tracker: Tracker): Promise<string> {
  // The tracker caches parameters.
  const { parameters } = await tracker.asSystem().parameters.get({ include_fields: ['urlbase'] })
  return (parameters['urlbase'] ?? '').replace(/([^/])$/, '$1/')
}
