// Who a request says it comes from.
import type { Identity } from '@trackerkit/core'

export interface Credentials {
  readonly identities: readonly Exclude<Identity, null>[]
  /** The token shall be valid from the caller's address only. Goes with a login name and password. */
  readonly restrictLogin: unknown
}
