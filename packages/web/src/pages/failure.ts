import type { Failure } from './page.js'

/** What went wrong, from an error of the client. Without an answer it is as if the server had no time. */
export function failureOf({
  status = 503,
  message,
}: {
  readonly status?: number | undefined
  readonly message: string
}): Failure {
  return { status, message }
}
