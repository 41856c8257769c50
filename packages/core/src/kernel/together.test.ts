import { describe, expect, it } from 'vitest'
import { together } from './together.js'

describe('together', () => {
  it('returns answers without a promise when no read returns one', () => {
    expect(
      together(
        () => [1],
        () => 'two',
      ),
    ).toEqual([[1], 'two'])
  })

  it('waits for all reads, and keeps their order', async () => {
    const slow = new Promise<string>((resolve) => setTimeout(() => resolve('slow'), 5))
    expect(
      await together(
        () => slow,
        () => 'at once',
        async () => 'soon',
      ),
    ).toEqual(['slow', 'at once', 'soon'])
  })

  it('waits for promises of other libraries', async () => {
    const other = { then: (resolve: (answer: string) => void) => resolve('answered') } as PromiseLike<string>
    expect(await together(() => other)).toEqual(['answered'])
  })

  it('rejects with the error that a read throws, after the later reads have begun', async () => {
    const begun: string[] = []
    const failing = together(
      () => {
        throw new Error('refused')
      },
      () => void begun.push('later'),
    )
    await expect(failing).rejects.toThrow('refused')
    expect(begun).toEqual(['later'])
  })

  it('leaves no rejection unhandled when several reads fail', async () => {
    const unhandled: unknown[] = []
    const note = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', note)
    const fail = (reason: string) => Promise.reject(new Error(reason))
    await expect(
      together(
        () => fail('first'),
        () => fail('second'),
      ),
    ).rejects.toThrow('first')
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
})
