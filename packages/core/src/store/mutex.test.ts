import { describe, expect, it } from 'vitest'
import { createMutex } from './mutex.js'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('createMutex', () => {
  it('lets one task in at a time, in the order of asking', async () => {
    const gate = createMutex()
    const seen: string[] = []
    const task = (name: string, turns: number) =>
      gate.run(async () => {
        seen.push(`${name} in`)
        for (let i = 0; i < turns; i++) await turn()
        seen.push(`${name} out`)
        return name
      })
    expect(await Promise.all([task('a', 3), task('b', 1), task('c', 0)])).toEqual(['a', 'b', 'c'])
    expect(seen).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
  })

  it('continues after a task that fails, and rejects only that one', async () => {
    const gate = createMutex()
    const failure = new Error('no')
    const failing = gate.run(() => Promise.reject(failure))
    const next = gate.run(() => Promise.resolve('next'))
    await expect(failing).rejects.toBe(failure)
    expect(await next).toBe('next')
  })

  it('knows whether anything runs or waits', async () => {
    const gate = createMutex()
    expect(gate.isIdle()).toBe(true)
    const tasks = [gate.run(turn), gate.run(turn)]
    expect(gate.isIdle()).toBe(false)
    await tasks[0]
    expect(gate.isIdle()).toBe(false)
    await tasks[1]
    expect(gate.isIdle()).toBe(true)
  })

  it('is idle when everything that asked has run, failed tasks too', async () => {
    const gate = createMutex()
    const seen: string[] = []
    await gate.idle()
    const failing = gate.run(async () => {
      await turn()
      seen.push('failed')
      throw new Error('no')
    })
    const last = gate.run(async () => {
      await turn()
      seen.push('ran')
    })
    await gate.idle()
    expect(seen).toEqual(['failed', 'ran'])
    await expect(failing).rejects.toThrow('no')
    await last
  })
})
