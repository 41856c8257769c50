// The interface between the tracker and a sender of webhook requests.

/** A request of a webhook, which is always a POST. */
export interface WebhookRequest {
  readonly url: string
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON, to be sent in UTF-8 as it is: it is signed. */
  readonly body: string
  /** Aborted when it takes too long, and when the tracker is closed. */
  readonly signal: AbortSignal
}

/** Response of a receiver. */
export interface WebhookResponse {
  readonly status: number
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The beginning of the body; the tracker keeps 1,000 characters. */
  readonly body: string
}

/**
 * Sends webhook requests. The tracker calls it after the commit and outside of operations, for several requests at
 * once, and retries when `send` rejects or the status is not 2xx. It must not follow redirects or connect to
 * addresses off limits for users who register webhooks. Its error messages are shown to owners of webhooks.
 */
export interface WebhookSender {
  /**
   * Rejects for a URL that requests cannot go to; called when a webhook is created or gets another URL. The signal is aborted after
   * 5 seconds, when the caller has got an error. Four checks run at once, and one for each user, until their promises settle.
   */
  check(url: string, options?: { readonly signal: AbortSignal }): Promise<void>
  send(request: WebhookRequest): Promise<WebhookResponse>
  /** Lets go of connections. Called once, when the tracker is closed. */
  close?(): Promise<void>
}
