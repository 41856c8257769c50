import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { User } from '../../call/context.js'
import type { WebhookSender } from '../../call/webhook-sender.js'
import { recordingSender } from '../../../test/webhooks.js'
import { checkUrl } from './check-url.js'

const notLookedUp = { code: 'webhook_url_invalid', data: { reason: 'the lookup timed out' } }

const caller = (id: number) => ({ user: { id } as User })

/** A sender whose name server does not respond until the test lets it. */
function silentSender() {
  const signals: AbortSignal[] = []
  const ends: (() => void)[] = []
  const check: WebhookSender['check'] = (_url, { signal } = neverAborted) => {
    signals.push(signal)
    return new Promise((resolve) => ends.push(resolve))
  }
  const answer = () => ends.splice(0).forEach((end) => end())
  return { sender: { ...recordingSender(), check }, signals, answer }
}
const neverAborted = { signal: new AbortController().signal }

/** The outcome, once it is known. */
const outcome = (work: Promise<void>) =>
  work.then(
    () => 'passed',
    (error: unknown) => error,
  )

describe('looking up the name of a webhook', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('ends after 5 seconds for all that wait for a silent name server', async () => {
    const { sender, signals, answer } = silentSender()
    const asked = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => outcome(checkUrl('https://a.example.com/', sender, caller(id))))
    await vi.advanceTimersByTimeAsync(5000)
    for (const error of await Promise.all(asked)) expect(error).toMatchObject(notLookedUp)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, true])
    answer()
  })

  it('runs four lookups at once, and keeps the slot of an abandoned lookup', async () => {
    const { sender, signals, answer } = silentSender()
    const ask = (id: number) => outcome(checkUrl('https://a.example.com/', sender, caller(id)))
    const first = [1, 2, 3, 4].map(ask)
    await vi.advanceTimersByTimeAsync(5000)
    await Promise.all(first)
    const late = ask(5)
    expect(signals).toHaveLength(4)
    answer()
    await vi.advanceTimersByTimeAsync(1)
    expect(signals).toHaveLength(5)
    answer()
    expect(await late).toBe('passed')
  })

  it('is done one at a time for each user', async () => {
    const { sender, signals, answer } = silentSender()
    const ask = (id: number) => outcome(checkUrl('https://a.example.com/', sender, caller(id)))
    const [one, again, other] = [ask(1), ask(1), ask(2)]
    expect(signals).toHaveLength(2)
    answer()
    expect([await one, await other]).toEqual(['passed', 'passed'])
    await vi.advanceTimersByTimeAsync(1)
    answer()
    expect(await again).toBe('passed')
  })

  it('is refused at once when very many wait', async () => {
    const { sender, answer } = silentSender()
    const waiting = Array.from({ length: 101 }, () => outcome(checkUrl('https://a.example.com/', sender, caller(1))))
    const refused = { code: 'webhook_url_invalid', data: { reason: expect.stringContaining('too many') as string } }
    await expect(checkUrl('https://a.example.com/', sender, caller(1))).rejects.toMatchObject(refused)
    await vi.advanceTimersByTimeAsync(5000)
    await Promise.all(waiting)
    answer()
    await vi.advanceTimersByTimeAsync(1)
  })
})
