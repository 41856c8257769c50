import { requestLimits } from '@trackerkit/rest'
import { expect, it } from 'vitest'
import { createDice } from './dice.js'
import { createRequests } from './requests.js'
import type { Setting } from './setting.js'

const setting: Setting = {
  callers: [
    { name: 'nobody', key: undefined, isReader: false },
    { name: 'plain', key: 'a key', isReader: false },
  ],
  ...{ canaries: [], secrets: [], bugs: [1], reportKey: 'tki_x', names: ['Widgets'] },
}
const searches = {
  '/bug': { get: { parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }] } },
  '/version': { get: {} },
  '/api_key': { delete: {} },
}
const make = createRequests({ paths: searches, components: { schemas: {} } }, setting, createDice(1), 50)
const made = Array.from({ length: 20_000 }, make)

it('requests of the fuzzer look at many bugs once in 50 times, and ask for 20 of them at most', () => {
  const scans = made.filter(({ path }) => /^\/bug(\/search)?(\?|$)/.test(path))
  const limits = scans.map(({ path, body = '' }) => /limit=(\w*)/.exec(path)?.[1] ?? /"limit":"(\w*)/.exec(body)?.[1])
  expect(scans.length).toBeGreaterThan(made.length / 100)
  expect(scans.length).toBeLessThan(made.length / 40)
  expect(limits.filter((limit) => Number(limit) > 20 || limit === undefined)).toEqual([])
})

it('requests of the fuzzer have every header that the API reads, short and longer than its limit', () => {
  const lengths = (name: string) => made.map(({ headers }) => headers[name]?.length ?? 0).filter((length) => length > 0)
  const untried = Object.entries(requestLimits.headers).filter(
    ([name, { most }]) => Math.max(...lengths(name)) <= most || Math.min(...lengths(name)) > most / 2 + 1,
  )
  expect(untried.map(([name]) => name)).toEqual(['content-length'])
})

it('requests of the fuzzer leave callers their keys', () => {
  const revoking = made.filter(({ method, path }) => method === 'DELETE' && /^\/api_key(\?|$)/.test(path))
  expect(revoking.length).toBeGreaterThan(0)
  expect(revoking.filter(({ caller }) => caller.key !== undefined)).toEqual([])
})
