import { describe, expect, it } from 'vitest'
import type { RestRequest } from '../messages.js'
import { rangeOf } from './range.js'

const tag = '"one"'
const ask = (headers: RestRequest['headers'], method = 'GET') =>
  rangeOf({ method, target: '/', headers, body: async () => new Uint8Array() }, tag, 10_000)
const part = (offset: number, length: number) => ({ offset, length })

describe('rangeOf', () => {
  it.each([
    ['bytes=0-499', part(0, 500)],
    ['bytes=500-999', part(500, 500)],
    ['bytes=-500', part(9500, 500)],
    ['bytes=9500-', part(9500, 500)],
    ['bytes=0-0', part(0, 1)],
    ['bytes=-1', part(9999, 1)],
    ['bytes=-20000', part(0, 10_000)],
    ['bytes=9000-20000', part(9000, 1000)],
    [`bytes=0-${'9'.repeat(80)}`, part(0, 10_000)],
    ['BYTES=0-0', part(0, 1)],
    [' bytes = 5-6 ', part(5, 2)],
  ])('reads %j', (header, expected) => {
    expect(ask({ range: header })).toEqual(expected)
  })

  it.each(['bytes=0-0,-1', 'bytes=500-600,601-999', 'lines=1-2', 'bytes=5-2', 'bytes=-', 'bytes', 'bytes=1 2-3', ''])(
    'sends all of the file for %j',
    (header) => {
      expect(ask({ range: header })).toBeUndefined()
    },
  )

  it('sends all of the file to other methods than GET, and when If-Range names another state of it', () => {
    expect(ask({ range: 'bytes=0-0' }, 'HEAD')).toBeUndefined()
    expect(ask({ range: 'bytes=0-0', 'if-range': '"two"' })).toBeUndefined()
    expect(ask({ range: 'bytes=0-0', 'if-range': tag })).toEqual(part(0, 1))
  })

  it.each(['bytes=10000-', 'bytes=10000-10001', 'bytes=-0'])(
    'refuses %j with 416 and the size of the file',
    (header) => {
      expect(() => ask({ range: header })).toThrowError(
        expect.objectContaining({ status: 416, headers: { 'Content-Range': 'bytes */10000' } }),
      )
    },
  )
})
