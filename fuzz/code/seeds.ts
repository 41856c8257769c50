// Deliveries of git hosts that fuzzing begins with.
import { byHost, pushes } from '../../packages/core/test/code-hosts.js'
import { hookSecret, pullRequest, push, sign } from '../../packages/core/test/code.js'
import type { Dice } from '../dice.js'

export interface Delivery {
  readonly host: 'github' | 'gitlab' | 'gitea'
  readonly headers: Readonly<Record<string, string>>
  readonly payload: unknown
}

/** A delivery that names the bug in one of many ways. */
export function seedOf(dice: Dice, bug: number): Delivery {
  const text = `${dice.oneOf(['Bug', 'Fixes bug', 'Closes #', 'bug', 'Revert "Bug'])} ${bug} - it blinks`
  const state = dice.oneOf(['opened', 'closed', 'merged'])
  const time = `2026-03-01T10:${10 + dice.below(50)}:00Z`
  switch (dice.below(6)) {
    case 0:
      return { host: 'github', headers: { 'x-github-event': 'push' }, payload: push([{ message: text }]) }
    case 1:
      return { host: 'gitlab', headers: pushes.gitlab.headers, payload: pushes.gitlab.payload(text) }
    case 2:
      return { host: 'gitea', headers: pushes.gitea.headers, payload: pushes.gitea.payload(text) }
    case 3:
      return { host: 'gitlab', headers: byHost.gitlab.headers, payload: byHost.gitlab.payload(text, state, time) }
    case 4:
      return { host: 'gitea', headers: byHost.gitea.headers, payload: byHost.gitea.payload(text, state, time) }
    default: {
      const merged = state === 'merged'
      const payload = pullRequest({ title: text, number: dice.below(50), merged, state: merged ? 'closed' : 'open' })
      return { host: 'github', headers: { 'x-github-event': 'pull_request' }, payload }
    }
  }
}

/** Signed as the host does it. */
export function signed({ host, headers }: Delivery, body: Uint8Array): Record<string, string> {
  if (host === 'gitlab') return { ...headers, 'x-gitlab-token': hookSecret }
  const signature = sign(body)
  return {
    ...headers,
    ...(host === 'github' ? { 'x-hub-signature-256': signature } : { 'x-gitea-signature': signature.slice(7) }),
  }
}
