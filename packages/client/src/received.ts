/** A response with its complete body. */
export interface Received {
  readonly status: number
  readonly bytes: Uint8Array
  /** The ID of the request in the server's log, if the response has it. */
  readonly requestId: string | undefined
  /** True if the server supports idempotency keys. */
  readonly knowsKeys: boolean
  readonly retryAfter: string | null
}

/** Reads an answer to its end. */
export async function receive(response: Response): Promise<Received> {
  const { status, headers } = response
  return {
    status,
    bytes: new Uint8Array(await response.arrayBuffer()),
    requestId: headers.get('x-request-id') ?? undefined,
    knowsKeys: headers.has('trackerkit-version'),
    retryAfter: headers.get('retry-after'),
  }
}
