import { describe, expect, it } from 'vitest'
import { turnsDuring } from '../../../test/turns-during.js'
import type { RestRequest } from '../messages.js'
import { readBody } from './body.js'

function read(body: string | Uint8Array, bytesIn?: readonly string[]) {
  const request: RestRequest = {
    ...{ method: 'POST', target: '/rest/bug/1/attachment', headers: { 'content-type': 'application/json' } },
    body: async () => (typeof body === 'string' ? Buffer.from(body) : body),
  }
  return readBody(request, async () => Infinity, { bytesIn })
}

const data = 'AAAA'.repeat(500_000)

describe('readBody', () => {
  it('lets other requests be served between the steps of reading a large body', async () => {
    const text = JSON.stringify({ summary: 'Ä "file"', data })
    expect(await turnsDuring(() => read(text))).toBeGreaterThanOrEqual(4)
    const { parameters, bytes } = await read(text)
    expect(bytes).toBe(Buffer.byteLength(text))
    expect(Object.fromEntries(parameters)).toEqual({ summary: 'Ä "file"', data })
  })

  it('refuses a large body that is no JSON, no UTF-8, no object, or too deep, as it does a small one', async () => {
    for (const value of ['x', data]) {
      for (const names of [[], ['data']]) {
        await expect(read(`{"data":"${value}",]}`, names)).rejects.toThrow(
          `The body is not valid JSON: it breaks at position ${value.length + 11}.`,
        )
      }
      const bytes = Buffer.from(`{"data":"${value}é"}`, 'latin1')
      await expect(read(bytes)).rejects.toThrow('The body is not valid JSON: it is not UTF-8.')
      await expect(read(`["${value}"]`)).rejects.toMatchObject({ code: 'body_not_object' })
      await expect(read(`{"data":"${value}","x":${'['.repeat(40)}`)).rejects.toThrow('nested deeper than 32 levels')
    }
  })

  it('decodes a long value of bytes before the body is parsed', async () => {
    const { parameters } = await read(`{"data":"${data}","summary":"x"}`, ['data'])
    expect([...parameters.keys()]).toEqual(['data', 'summary'])
    const content = Buffer.from(parameters.get('data') as Uint8Array)
    expect(content.equals(Buffer.alloc(1_500_000))).toBe(true)
    expect(Object.fromEntries((await read(`{"data":"${data}","data":""}`, ['data'])).parameters)).toEqual({ data: '' })
  })

  it('refuses more than 4 MB beside a long value of bytes, before it is parsed', async () => {
    const long = 'A'.repeat(4_200_000)
    const bodies = [`{"x":"${long}"}`, `{"data":"${data}","x":"${long}"}`, `{"data":"","data":"${data}","x":"${long}"}`]
    for (const body of [...bodies, `{"data":"${long}`, `{"x":{"data":"${long}"}}`, ' '.repeat(4_200_000)])
      await expect(read(body, ['data'])).rejects.toMatchObject({ status: 413 })
    const { parameters } = await read(`{"data":"${long}","x":1}`, ['data'])
    expect(parameters.get('data')).toHaveLength(3_150_000)
  })
})
