import { describe, expect, it } from 'vitest'
import { createReadWriteLock } from './read-write-lock.js'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('createReadWriteLock', () => {
  it('runs shared tasks together and exclusive tasks one at a time, in the order of their requests', async () => {
    const turns = createReadWriteLock()
    const seen: string[] = []
    const task = (name: string) => async () => {
      seen.push(`${name} in`)
      await turn()
      seen.push(`${name} out`)
    }
    await Promise.all([
      turns.shared(task('read 1')),
      turns.shared(task('read 2')),
      turns.alone(task('write 1')),
      turns.alone(task('write 2')),
      turns.shared(task('read 3')),
      turns.shared(task('read 4')),
    ])
    expect(seen).toEqual([
      'read 1 in',
      'read 2 in',
      'read 1 out',
      'read 2 out',
      'write 1 in',
      'write 1 out',
      'write 2 in',
      'write 2 out',
      'read 3 in',
      'read 4 in',
      'read 3 out',
      'read 4 out',
    ])
  })

  it('does not let reads overtake a write that waits', async () => {
    const turns = createReadWriteLock()
    const seen: string[] = []
    let release = (): void => undefined
    const long = turns.shared(() => new Promise<void>((resolve) => (release = resolve)))
    const write = turns.alone(async () => void seen.push('write'))
    const late = turns.shared(async () => void seen.push('read'))
    await turn()
    expect(seen).toEqual([])
    release()
    await Promise.all([long, write, late])
    expect(seen).toEqual(['write', 'read'])
  })

  it('continues after failures, which only reject their own task', async () => {
    const turns = createReadWriteLock()
    const failures = [
      turns.shared(() => Promise.reject(new Error('a'))),
      turns.alone(() => Promise.reject(new Error('b'))),
      turns.shared(() => Promise.reject(new Error('c'))),
    ]
    const last = turns.alone(async () => 'done')
    const settled = await Promise.allSettled(failures)
    expect(settled.map((each) => (each.status === 'rejected' ? String(each.reason) : ''))).toEqual([
      'Error: a',
      'Error: b',
      'Error: c',
    ])
    expect(await last).toBe('done')
  })
})
