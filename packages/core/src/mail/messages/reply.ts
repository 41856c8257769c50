// How a message can be replied to.
import type { Call, User } from '../../call/context.js'
import { incomingAddress, replyToken } from '../incoming/address.js'

export const notRead = 'Replies to this email are not read.'

interface Reply {
  /** The last line of the message. */
  readonly line: string
  readonly headers: Readonly<Record<string, string>>
}

/** Replies become comments. A reply to a private comment becomes a private one. */
export function replyTo(
  { catalogue, now }: Pick<Call, 'catalogue' | 'now'>,
  user: User | null,
  { bugId, isPrivate }: { readonly bugId: number; readonly isPrivate: boolean },
): Reply {
  if (!user || incomingAddress(catalogue, '') === undefined) return { line: notRead, headers: {} }
  const token = replyToken(catalogue, user, { kind: isPrivate ? 'private_reply' : 'reply', bugId }, now)
  return {
    line: `Reply to this email to comment on bug ${bugId}.`,
    headers: {
      'Reply-To': `"Bug ${bugId}" <${incomingAddress(catalogue, token)}>`,
      'X-Auto-Response-Suppress': 'All',
    },
  }
}
