import { expect, it } from 'vitest'
import { pause } from './pause.js'

it('pause ends with the reason of its signal, which programs recognize', async () => {
  const ending = new AbortController()
  const reason = new Error('interrupted')
  const waiting = pause(60_000, ending.signal)
  ending.abort(reason)
  await expect(waiting).rejects.toBe(reason)
  await expect(pause(60_000, ending.signal)).rejects.toBe(reason)
  await expect(pause(1, undefined)).resolves.toBeUndefined()
})
