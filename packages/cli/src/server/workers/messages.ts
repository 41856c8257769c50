// Messages between the primary process and its workers.

export type ToWorker =
  /** Listen there. */
  | { readonly kind: 'start'; readonly port: number; readonly delivers: boolean }
  /** The tracker is set up: open it. */
  | { readonly kind: 'open' }
  /** Answer what is under way, and end. */
  | { readonly kind: 'stop' }

export type FromWorker =
  /** Messages that arrive before a listener is added are lost. */
  | { readonly kind: 'hears' }
  | { readonly kind: 'ready'; readonly url: string }
  /** It cannot serve; the message says why, to a person. */
  | { readonly kind: 'failed'; readonly message: string }
