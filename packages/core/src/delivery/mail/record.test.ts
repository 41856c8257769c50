// That outcomes are recorded together where that is possible, and each where it is not.
import { describe, expect, it } from 'vitest'
import { TrackerError } from '../../kernel/errors.js'
import { createRecorder } from './record.js'

/** Records into a list of batches. `fails` says which batches cannot be written. */
function recording(fails: (things: readonly string[]) => unknown = () => undefined) {
  const batches: string[][] = []
  const record = createRecorder<string>(async (things) => {
    batches.push([...things])
    await Promise.resolve()
    const error = fails(things)
    if (error) throw error as Error
  })
  return { batches, record }
}

describe('createRecorder', () => {
  it('records together what ends at the same time', async () => {
    const { batches, record } = recording()
    await Promise.all(['a', 'b', 'c'].map(record))
    await record('d')
    expect(batches).toEqual([['a', 'b', 'c'], ['d']])
  })

  it('records together what ends while the last record is being written', async () => {
    const later: Promise<void>[] = []
    const { batches, record } = recording((things) => {
      if (things[0] === 'a') later.push(record('b'), record('c'))
    })
    await record('a')
    await Promise.all(later)
    expect(batches).toEqual([['a'], ['b', 'c']])
  })

  it('records each separately if one of several cannot be recorded', async () => {
    const { batches, record } = recording((things) => things.includes('bad') && new Error('no'))
    const results = await Promise.allSettled(['a', 'bad', 'c'].map(record))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(batches).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']])
  })

  it('does not try again when the store cannot be used, but records what ends later', async () => {
    let isDown = true
    const { batches, record } = recording(() => isDown && new TrackerError('store_unavailable'))
    const results = await Promise.allSettled(['a', 'b'].map(record))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isDown = false
    await record('c')
    expect(batches).toEqual([['a', 'b'], ['c']])
  })
})
