// Messages between the primary process and its workers.

export type ToWorker =
  /** Listen there. */
  | { readonly kind: 'start'; readonly port: number; readonly delivers: boolean }
  /** The tracker is set up: open it. */
  | { readonly kind: 'open' }
  /** Finish pending requests, and end. */
  | { readonly kind: 'stop' }

export type FromWorker =
  /** Messages that arrive before a listener is added are lost. */
  | { readonly kind: 'hears' }
  | { readonly kind: 'ready'; readonly url: string }
  /** It cannot serve; the message has the reason, for people. */
  | { readonly kind: 'failed'; readonly message: string }
