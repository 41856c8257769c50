// Why a bug is in the inbox of a user. Marks hold the reasons as bits.
export const reasonNames = ['mentioned', 'asked', 'assigned', 'role', 'followed'] as const
export type Reason = (typeof reasonNames)[number]

export const reasonBits: Readonly<Record<Reason, number>> = {
  mentioned: 1,
  asked: 2,
  assigned: 4,
  role: 8,
  followed: 16,
}

/** Reasons that reach the inbox of users who muted the bug, and end a delay. */
export const directReasons = reasonBits.mentioned | reasonBits.asked

export function hasReason(bits: number, reason: Reason): boolean {
  return (bits & reasonBits[reason]) !== 0
}
