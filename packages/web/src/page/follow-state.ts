// A user's choice to follow a bug or not, by the name of the list in `follows.update` that sets it.
import type { BugsViewAnswer } from '@trackerkit/client/types'

export const followStates = ['add', 'remove', 'off', 'mute'] as const
export type FollowState = (typeof followStates)[number]

export function followStateOf({
  following,
  following_off,
}: Pick<BugsViewAnswer, 'following' | 'following_off'>): FollowState {
  if (following_off) return 'off'
  return following === null ? 'remove' : following ? 'add' : 'mute'
}
