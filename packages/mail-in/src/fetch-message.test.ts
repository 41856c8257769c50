import type { ImapFlow } from 'imapflow'
import { describe, expect, it } from 'vitest'
import { fetchMessage } from './fetch-message.js'

const fetched = (answer: () => unknown, usable = true) =>
  fetchMessage({ usable, fetchOne: async () => answer() } as unknown as ImapFlow, 7)

describe('fetchMessage', () => {
  it('returns a message, also an empty one', async () => {
    const source = Buffer.from('From: ann@example.com')
    expect(await fetched(() => ({ uid: 7, size: source.byteLength, source }))).toEqual({ bytes: source })
    expect(await fetched(() => ({ uid: 7, size: 0 }))).toEqual({ bytes: new Uint8Array() })
  })

  it('takes no message as empty whose content the server does not return', async () => {
    const problem = 'the server returned it without its content'
    expect(await fetched(() => ({ uid: 7, size: 2048 }))).toEqual({ problem })
    expect(await fetched(() => ({ uid: 7, size: 2048, source: Buffer.alloc(0) }))).toEqual({ problem })
  })

  it('reports that the server did not return a message, unless the connection is lost', async () => {
    const refuse = () => {
      throw new Error('It broke')
    }
    for (const answer of [() => false, refuse])
      expect(await fetched(answer)).toEqual({ problem: 'the server did not return it' })
    await expect(fetched(refuse, false)).rejects.toThrow('It broke')
  })
})
