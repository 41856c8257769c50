import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { turnsDuring } from '../../../test/turns-during.js'
import { bytesOfBase64, decodeInTurns, findLongBase64, placeholder, withPlaceholder } from './base64.js'

const content = randomBytes(1_600_001)
const data = content.toString('base64')

async function take(body: string) {
  const bytes = Buffer.from(body)
  const long = findLongBase64(bytes, ['data'], 4_194_304)
  if (!long) return undefined
  const rest: unknown = JSON.parse(Buffer.from(withPlaceholder(bytes, long)).toString())
  return { content: await decodeInTurns(bytes.subarray(long.start, long.end)), rest }
}

describe('bytesOfBase64', () => {
  it('accepts base64 in lines, and nothing with other characters', () => {
    expect(bytesOfBase64('aGk=\r\n')).toEqual(new Uint8Array([104, 105]))
    expect(bytesOfBase64('a\nG\nk\n=')).toEqual(new Uint8Array([104, 105]))
    expect(bytesOfBase64(`aGk=${'\r\n'.repeat(9)}`)).toEqual(new Uint8Array([104, 105]))
    for (const text of ['aGk= ', 'a=k=', '====', 'aGk\u0141', 'aG\u012B=', 'aGkA=', '=\n', 'aG-_']) {
      expect(bytesOfBase64(text)).toBeUndefined()
    }
  })
})

describe('findLongBase64 and decodeInTurns', () => {
  it('decodes a long value in one turn for each part of it', async () => {
    const body = JSON.stringify({ summary: 'Ä "file"', data, id: 1 })
    const turns = await turnsDuring(async () => {
      const taken = await take(body)
      expect(Buffer.compare(taken?.content ?? Buffer.alloc(0), content)).toBe(0)
      expect(taken?.rest).toEqual({ summary: 'Ä "file"', data: placeholder, id: 1 })
    })
    expect(turns).toBeGreaterThanOrEqual(3)
  })

  it('reads lines and escaped slashes, wherever the parts end', async () => {
    for (const [shift, width] of [
      ['', 74],
      ['AAAA', 76],
    ] as const) {
      const lines = shift + data.replaceAll(new RegExp(`.{${width}}`, 'g'), '$&\r\n')
      const taken = await take(`{ "data"\n:\t${JSON.stringify(lines).replaceAll('/', '\\/')} }`)
      const expected = Buffer.from(shift + data, 'base64')
      expect(Buffer.compare(taken?.content ?? Buffer.alloc(0), expected)).toBe(0)
    }
  })

  it('reads escaped characters, wherever the parts end', async () => {
    const written = (text: string) =>
      text.replaceAll('+', '\\u002b').replaceAll('=', '\\u003D').replaceAll('/', '\\u002F').replaceAll('B', '\\u0042')
    for (const shift of ['', 'A', 'AA', 'AAA', 'AAAA', 'AAAAA']) {
      const text = shift + data
      const escaped = written(text)
      const { content: found } = (await take(`{"data":"${escaped}"}`)) ?? {}
      const expected = text.length % 4 === 0 ? Buffer.from(text, 'base64') : undefined
      expect(found && Buffer.compare(found, expected ?? Buffer.alloc(0))).toBe(expected && 0)
    }
  })

  it('leaves a body as it is whose value is short, nested, no text, or contains or ends with an escaped quote or backslash', async () => {
    for (const other of ['aGk=', { data }, [data], 1, null, data.replaceAll('A', '"'), `${data}\\`, `${data}"`])
      expect(await take(JSON.stringify({ data: other }))).toBeUndefined()
    expect(await take(`{"x":${JSON.stringify(data)}}`)).toBeUndefined()
    expect(await take(`{"data":"${data}`)).toBeUndefined()
  })

  it('reads no escape that begins with an escaped backslash at the end of a part', async () => {
    for (const before of [262_141, 262_142, 262_143]) {
      const after = 1_200_000 - (before % 4)
      const taken = await take(`{"data":"${'A'.repeat(before)}\\\\n${'A'.repeat(after)}"}`)
      expect(taken).toMatchObject({ content: undefined })
    }
  })

  it('takes the place of a long value that is not base64, which is never parsed', async () => {
    const others = [
      `${data} `,
      `=${data}`,
      `${data}\\n`,
      `${data}A`,
      `${data}====`,
      `\\n/AAA${data}`,
      data.replaceAll('A', '\\'),
    ]
    const written = others.map((other) => JSON.stringify(other))
    for (const value of [...written, `"${data}\n"`, `"${data}\u00e9"`, `"${data}\\u00"`]) {
      const taken = await take(`{"data":${value},"id":1}`)
      expect(taken && taken.content).toBeUndefined()
      expect(taken?.rest).toEqual({ data: placeholder, id: 1 })
    }
  })
})
