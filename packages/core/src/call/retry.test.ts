import { describe, expect, it } from 'vitest'
import { retrying } from './retry.js'
import { StoreError } from '../store/index.js'

const random = () => Uint8Array.of(128)

/** Work that fails with the given errors, one per attempt, and then returns the number of attempts. */
function failing(...failures: readonly unknown[]) {
  let attempts = 0
  const pauses: number[] = []
  const ending = new AbortController()
  const work = async () => {
    if (attempts < failures.length) throw failures[attempts++] as Error
    return ++attempts
  }
  const pause = async (milliseconds: number) => void pauses.push(milliseconds)
  return {
    run: () => retrying({ random }, work, { pause, signal: ending.signal }),
    pauses,
    ending,
    attempts: () => attempts,
  }
}

const lost = new StoreError('retry', 'lost a race')

describe('retrying', () => {
  it('runs the work again for as long as the store asks for it, after pauses that grow', async () => {
    const trial = failing(lost, lost, lost)
    expect(await trial.run()).toBe(4)
    expect(trial.pauses).toEqual([1.5, 3, 6])
  })

  it('fails in the end with an error that says there is too much going on', async () => {
    const trial = failing(...Array.from({ length: 20 }, () => lost))
    await expect(trial.run()).rejects.toMatchObject({ code: 'store_busy', number: 32000, cause: lost })
    expect(trial.attempts()).toBe(14)
    expect(Math.max(...trial.pauses)).toBe(750)
  })

  it('does not repeat work that failed otherwise, and takes what else a store says for a fault', async () => {
    const mistake = new Error('a mistake')
    const trial = failing(lost, mistake)
    await expect(trial.run()).rejects.toBe(mistake)
    expect(trial.attempts()).toBe(2)
    const duplicate = new StoreError('unique', 'taken')
    await expect(failing(duplicate).run()).rejects.toMatchObject({ code: 'fault', number: -32000, cause: duplicate })
  })

  it('ends before the next attempt when its signal aborts, with the reason of the signal', async () => {
    const reason = new Error('The page was left.')
    const early = failing()
    early.ending.abort(reason)
    await expect(early.run()).rejects.toBe(reason)
    expect(early.attempts()).toBe(0)
    const late = failing(lost, lost, lost)
    late.pauses.push = () => late.ending.abort(reason) as never
    await expect(late.run()).rejects.toBe(reason)
    expect(late.attempts()).toBe(1)
  })

  it('does not wait for the end of a pause when its signal aborts', async () => {
    const ending = new AbortController()
    let attempts = 0
    const losing = retrying(
      { random },
      async () => {
        if (++attempts === 2) setImmediate(() => ending.abort('enough'))
        if (attempts > 2) throw new Error('it was tried again')
        throw lost
      },
      {
        signal: ending.signal,
        pause: (_, signal) => new Promise((go) => (attempts < 2 ? go(0) : signal?.addEventListener('abort', go))),
      },
    )
    await expect(losing).rejects.toBe('enough')
  })

  it.each([
    ['unavailable', 'store_unavailable'],
    ['full', 'store_full'],
    ['read_only', 'store_read_only'],
    ['schema_newer', 'schema_newer'],
  ] as const)('fails at once, without another attempt, when the store is %s', async (fault, code) => {
    const cause = new StoreError(fault, 'what happened')
    const trial = failing(cause)
    await expect(trial.run()).rejects.toMatchObject({ code, number: 32000, cause })
    expect(trial.attempts()).toBe(1)
  })
})
