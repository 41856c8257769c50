import { isTrackerError } from '@trackerkit/client'
import { Missing, type Failure } from './page.js'

/** Describes an error of the client. Without a response it counts as 503, or as 400 for what the client itself refuses to send. */
export function failureOf({
  code,
  status = code === 'param_invalid' ? 400 : 503,
  message,
  requestId,
}: {
  readonly code?: string | undefined
  readonly status?: number | undefined
  readonly message: string
  readonly requestId?: string | undefined
}): Failure {
  return { status, message, ...(requestId !== undefined && { request: requestId }) }
}

/**
 * The reason for which a search was rejected, shown beside its criteria. @throws Missing for an unknown saved search;
 * other errors unchanged
 */
export function failureOfSearch(error: unknown, query: URLSearchParams): Failure {
  if (!isTrackerError(error) || error.code === 'auth_invalid_token') throw error
  const name = query.get('savedsearch')
  if (error.status === 404 && name !== null) throw new Missing('savedSearch', name)
  return failureOf(error)
}
