import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createPgliteStream } from '../src/pglite-stream.js'

function message(type: string, text = ''): Buffer {
  const head = Buffer.alloc(type.length + 4)
  head.write(type)
  head.writeInt32BE(text.length + 4, type.length)
  return Buffer.concat([head, Buffer.from(text)])
}

const start = message('', 'user')
const [parse, sync, query, end] = [message('P', 'SELECT 1'), message('S'), message('Q', 'SELECT 2'), message('X')]
const all = Buffer.concat([start, parse, sync, query, parse, sync, end])

describe('createPgliteStream', () => {
  it.each([1, 3, 7, all.length])('asks once for each message with an answer, from parts of %i bytes', async (size) => {
    const asked: string[] = []
    const stream = createPgliteStream({
      execProtocolRaw(given) {
        asked.push(Buffer.from(given).toString('latin1'))
        return Promise.resolve(Buffer.from('.'))
      },
    })
    const ended = once(stream, 'end')
    let answers = ''
    stream.on('data', (answer: Buffer) => (answers += answer.toString()))
    for (let at = 0; at < all.length; at += size) stream.write(all.subarray(at, at + size))
    await ended
    const extended = Buffer.concat([parse, sync])
    // The session is cleaned before the first message.
    expect(asked.slice(3)).toEqual([start, extended, query, extended].map((bytes) => bytes.toString('latin1')))
    expect(answers).toBe('....')
  })
})
