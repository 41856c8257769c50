// Reasons of failed requests, for owners of webhooks.

const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was broken off',
  EPIPE: 'the connection was broken off',
  UND_ERR_SOCKET: 'the connection was broken off',
  EHOSTUNREACH: 'its address cannot be reached',
  ENETUNREACH: 'its address cannot be reached',
  ETIMEDOUT: 'it did not respond in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not respond in time',
  UND_ERR_HEADERS_TIMEOUT: 'it did not respond in time',
  UND_ERR_BODY_TIMEOUT: 'it did not respond in time',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of its answer are too long',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

/** Describes an error without addresses, in the same words for any HTTP library. */
export function plainError(error: unknown): Error {
  const bottom = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  const { code, message } = bottom instanceof Error ? (bottom as Error & { readonly code?: unknown }) : noError
  const meaning = typeof code === 'string' ? meanings[code] : undefined
  return new Error(meaning ?? message, { cause: error })
}

export const timedOut = () => new Error('it did not respond in time')

const noError = { code: undefined, message: 'the request failed' }
