import { expect, it } from 'vitest'
import type { RestRequest } from '../http/messages.js'
import type { Form } from '../http/request/negotiate.js'
import { turnsDuring } from '../../test/turns-during.js'
import { represent, tagOfJson } from './representation.js'

const get: RestRequest = { method: 'GET', target: '/rest/bug', headers: {}, body: async () => new Uint8Array() }
const head: RestRequest = { ...get, method: 'HEAD' }
const post: RestRequest = { ...get, method: 'POST' }
const jsonp: Form = { kind: 'jsonp', callback: 'show', type: 'text/javascript' }

/** About 2 million characters of JSON, with every value that needs special encoding. */
const bugs = Array.from({ length: 10_000 }, (_, id) => ({
  id,
  summary: `It "blinks" \u2028 ö 😀 \ud800 ${'x'.repeat(150)}`,
}))
const long = { bugs }

const answer = (request: RestRequest, form: Form, value: unknown) =>
  represent(request, form, { status: 200, value, headers: {} })

it('a long answer lets other requests be served while it is written, in every form and to every method', async () => {
  for (const [request, form] of [
    [get, { kind: 'json' }],
    [head, { kind: 'json' }],
    [post, { kind: 'json' }],
    [get, { kind: 'page' }],
    [get, jsonp],
  ] as const) {
    expect(await turnsDuring(() => answer(request, form, long))).toBeGreaterThan(10)
  }
})

it('a long answer is written as a short one, with the same entity tag', async () => {
  const { body, headers } = await answer(get, { kind: 'json' }, long)
  expect(Buffer.from(body as Uint8Array).toString()).toBe(JSON.stringify(long))
  expect(headers['ETag']).toBe(tagOfJson(long))
  const again = { ...get, headers: { 'if-none-match': String(headers['ETag']) } }
  expect(await answer(again, { kind: 'json' }, long)).toMatchObject({ status: 304, body: '' })
})

it('a long JSONP answer is written without unescaped ends of lines', async () => {
  const { body } = await answer(get, jsonp, long)
  expect(Buffer.from(body as Uint8Array).toString()).toBe(
    `/**/show(${JSON.stringify(long).replaceAll('\u2028', '\\u2028')})`,
  )
})
