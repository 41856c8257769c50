import type { Failure } from './page.js'

/** What went wrong, from an error of the client. Without an answer it is as if the server had no time. */
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
