import { describe, expect, it } from 'vitest'
import { lazyPart, partsLoaded } from './lazy-part.js'

/** A part that is loaded when the test says so. */
function pendingPart() {
  const loads: { resolve: (value: string) => void; reject: (error: Error) => void }[] = []
  const part = lazyPart(() => new Promise<string>((resolve, reject) => loads.push({ resolve, reject })))
  return { part, loads }
}

describe('a lazy part', () => {
  it('is loaded once, at its first use', async () => {
    const { part, loads } = pendingPart()
    expect([part.now(), loads.length]).toEqual([undefined, 0])
    const uses = [part.load(), part.load()]
    loads[0]?.resolve('here')
    expect(await Promise.all(uses)).toEqual(['here', 'here'])
    expect([part.now(), await part.load(), loads.length]).toEqual(['here', 'here', 1])
  })

  it('is loaded again at the next use after a failure', async () => {
    const { part, loads } = pendingPart()
    const failing = part.load()
    loads[0]?.reject(new Error('no such file'))
    await expect(failing).rejects.toThrow('no such file')
    const second = part.load()
    loads[1]?.resolve('here')
    expect(await second).toBe('here')
  })
})

describe('partsLoaded', () => {
  it('resolves after the uses that waited for a part', async () => {
    const { part, loads } = pendingPart()
    const seen: string[] = []
    const use = async () => {
      await part.load().then((text) => text.length)
      seen.push('used')
    }
    const using = use()
    const waiting = partsLoaded().then(() => seen.push('loaded'))
    loads[0]?.resolve('here')
    await Promise.all([using, waiting])
    expect(seen).toEqual(['used', 'loaded'])
  })

  it('resolves after the parts to which those uses have led', async () => {
    const [first, second] = [pendingPart(), pendingPart()]
    const seen: string[] = []
    const use = async () => {
      await first.part.load()
      await second.part.load()
      seen.push('used')
    }
    const using = use()
    const waiting = partsLoaded().then(() => seen.push('loaded'))
    first.loads[0]?.resolve('here')
    await first.part.load()
    setTimeout(() => second.loads[0]?.resolve('here'))
    await Promise.all([using, waiting])
    expect(seen).toEqual(['used', 'loaded'])
  })

  it('resolves after a failure, too', async () => {
    const { part, loads } = pendingPart()
    const failing = part.load()
    const waiting = partsLoaded()
    loads[0]?.reject(new Error('no such file'))
    await expect(failing).rejects.toThrow('no such file')
    await expect(waiting).resolves.toBeUndefined()
  })
})
