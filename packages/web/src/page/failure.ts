import { isTrackerError } from '@trackerkit/client'
import { Missing, type Failure } from './page.js'

/** Describes an error of the client. Without a response it counts as 503. */
export function failureOf({
  status = 503,
  message,
  requestId,
}: {
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
