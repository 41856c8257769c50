// Why a bug is in the inbox of a user.
export const reasonNames = ['mentioned', 'asked', 'assigned', 'role', 'followed'] as const
export type Reason = (typeof reasonNames)[number]
