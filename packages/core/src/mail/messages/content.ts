// The content of a message, from the payload of its row or from the search for recipients.
import {
  accountNotice,
  bugPayload,
  dependencyPayload,
  flagPayload,
  schedulePayload,
  type AccountNotice,
  type BugPayload,
  type DependencyPayload,
  type FlagPayload,
  type SchedulePayload,
} from '../../call/mail-fact.js'
import type { OutboxRow } from '../../call/mail-outbox.js'
import type { SeenBlocker, SeenChange, SeenFlag } from '../recipients/seen-by-reader.js'

/** `seen`: what the reader sees of it, if that is known of the same snapshot. */
export type Content =
  | { readonly kind: 'bug'; readonly payload: BugPayload; readonly seen?: SeenChange }
  | { readonly kind: 'dependency'; readonly payload: DependencyPayload; readonly seen?: SeenBlocker }
  | { readonly kind: 'flag'; readonly payload: FlagPayload; readonly seen?: SeenFlag }
  | { readonly kind: 'account'; readonly payload: AccountNotice }
  | { readonly kind: 'digest' | 'search'; readonly payload: SchedulePayload }

/** @throws Error for a payload or a kind that this version cannot read */
export function contentOf({ kind, payload }: Pick<OutboxRow, 'kind' | 'payload'>): Content {
  switch (kind) {
    case 'bug':
      return { kind, payload: bugPayload.parse(payload) }
    case 'dependency':
      return { kind, payload: dependencyPayload.parse(payload) }
    case 'flag':
      return { kind, payload: flagPayload.parse(payload) }
    case 'account':
      return { kind, payload: accountNotice.parse(payload) }
    case 'digest':
    case 'search':
      return { kind, payload: schedulePayload.parse(payload) }
    default:
      throw new Error(`the outbox holds a message of unknown kind: ${kind}`)
  }
}
