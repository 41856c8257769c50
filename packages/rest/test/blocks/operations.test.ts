// Every operation over the API, and those that read or write much once more where there is much: none keeps the event loop for more
// than 200 ms of CPU.
import { createRestHandler } from '../../src/index.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watchTurns } from '../../../core/test/turns.js'
import { askEveryRoute, type EverySite } from '../every-request.js'
import { heavy } from './heavy-records.js'
import { openLargeTracker } from './large-tracker.js'

type LargeTracker = Awaited<ReturnType<typeof openLargeTracker>>

const long = (text: string, times: number) => encodeURIComponent(text.repeat(times))
const manyIds = Array.from({ length: 100 }, (_, n) => n + 1)

/** The request with its body and headers. */
type HeavyRequest = readonly [
  name: string,
  path: string,
  body?: object | undefined,
  headers?: Readonly<Record<string, string>>,
]

const asPage = { Accept: 'text/html' }
const reads: readonly HeavyRequest[] = [
  ['a bug of 600 long comments', `/bug/${heavy.comments}/view`],
  ['600 long comments', `/bug/${heavy.comments}/comment`],
  ['600 long comments as a page', `/bug/${heavy.comments}/comment`, undefined, asPage],
  ['a bug of very many parts', `/bug/${heavy.parts}?include_fields=_all`],
  ['the view of a bug of very many parts', `/bug/${heavy.parts}/view`],
  ['300 attachments', `/bug/${heavy.parts}/attachment?exclude_fields=data`],
  ['3,000 changes', `/bug/${heavy.history}/history`],
  ['3,000 changes as a page', `/bug/${heavy.history}/history`, undefined, asPage],
  ['a graph of 1,770 edges', `/bug/${heavy.graph}/graph?depth=10`],
  ['a graph of 19,900 edges', `/bug/${heavy.dense}/graph?depth=10`],
  ['the view of a bug in that graph', `/bug/${heavy.graph + 59}/view`],
  ['a large patch', `/bug/attachment/${heavy.patch}`],
  ['the bytes of a large file', `/bug/attachment/${heavy.log}/data`],
  ['all bugs', '/bug?limit=1000&order=changeddate&product=Product%201&include_fields=_all'],
  ['the IDs of many bugs as a page', '/bug?limit=10000&status=__all__&include_fields=id', undefined, asPage],
  ['many bugs as a table', '/bug?limit=10000&status=__all__&format=csv'],
  ['many bugs as a feed', '/bug?limit=500&status=__all__&format=atom'],
  ['a search in all comments', '/bug?f1=longdesc&o1=substring&v1=bug%201&count_only=1'],
  ['a search by a pattern', '/bug?f1=short_desc&o1=regexp&v1=(a%7Cb)%2Bc&count_only=1'],
  ['a search of many words', `/bug?quicksearch=${long('word ', 40)}`],
  ['a search of commas', `/bug?quicksearch=${long(',', 4000)}`],
  ['a search for a long word', `/bug?f1=short_desc&o1=anywords&v1=${long('0', 30_000)}`],
  ['counts of 1,000 components', `/bug/count?product=${heavy.product}&x=component&y=version`],
  ['a board of 1,000 bugs', '/bug/board?status=__all__&columns=priority&rows=assigned_to&include_fields=_all'],
  ['the trend of all bugs', '/bug/trend?product=Product%201&over=week&from=2018-01-01'],
  ['possible duplicates', `/bug/possible_duplicates?summary=${long('a long word ', 20)}`],
  ['a product of 1,000 components', `/product/${heavy.product}?include_fields=_all,components.flag_types`],
  ['a product of 1,000 components as a page', `/product/${heavy.product}`, undefined, asPage],
  ['1,000 components', `/component/${heavy.product}`],
  ['all fields', '/field/bug'],
  ['the metadata', '/metadata'],
  ['1,000 users', '/user?match=user&limit=1000'],
  ['much of the change feed', '/changes?limit=1000'],
  ['much of the audit log', '/audit_log?limit=1000'],
]

const writes: readonly HeavyRequest[] = [
  ['a comment on 100 bugs', '/bug/1', { ids: manyIds, comment: { body: 'x '.repeat(32_000) } }],
  ['a file for 100 bugs', '/bug/1/attachment', { ids: manyIds, ...file(990_000) }],
  ['a file for eight bugs', '/bug/1/attachment', { ids: manyIds.slice(0, 8), ...file(990_000) }],
  ['a large file', '/bug/1/attachment', file(990_000)],
  ['a long whiteboard of 100 bugs', '/bug/1', { ids: manyIds, whiteboard: 'word '.repeat(13_000) }],
]

function file(size: number) {
  const data = Buffer.from('word '.repeat(size / 5)).toString('base64')
  return { file_name: 'a.txt', summary: 'Large', content_type: 'text/plain', data }
}

function siteOf({ tracker, clock, mailer, api_key }: LargeTracker): EverySite {
  const rest = createRestHandler(tracker)
  return {
    ...{ tracker, clock, mailer },
    async ask(method, path, { headers = {}, body } = {}) {
      const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const init = { method, headers: { 'X-Tracker-API-Key': api_key, ...type, ...headers } }
      const request = new Request(`http://localhost/rest${path}`, {
        ...init,
        ...(body !== undefined && { body: text }),
      })
      const response = await rest(request)
      return { status: response.status, text: await response.text() }
    },
  }
}

describe('the event loop', () => {
  let large: LargeTracker
  let site: EverySite
  beforeAll(async () => {
    large = await openLargeTracker()
    site = siteOf(large)
  }, 300_000)
  afterAll(() => large.close())

  it('is kept by no operation where there is much', async () => {
    const turns = watchTurns()
    const long: string[] = []
    const ask = async ([name, path, body, headers]: HeavyRequest, method = 'GET') => {
      const { status } = await site.ask(method, path, { ...(body && { body }), ...(headers && { headers }) })
      if (status >= 500) throw new Error(`${name}: ${status}`)
      return (await turns.take()).map(({ milliseconds }) => `${name}: ${Math.round(milliseconds)} ms`)
    }
    for (const read of reads) {
      // The first time may be that of loading and compiling.
      if ((await ask(read)).length > 0) long.push(...(await ask(read)))
    }
    for (const write of writes) long.push(...(await ask(write, write[1].endsWith('attachment') ? 'POST' : 'PUT')))
    turns.end()
    expect(long).toEqual([])
  })

  it('is kept by no route, each asked once', async () => {
    const turns = watchTurns()
    const long: string[] = []
    await askEveryRoute(site, async (route, { status, text }) => {
      expect(status, `${route}: ${text}`).toBeLessThan(500)
      for (const { milliseconds } of await turns.take()) long.push(`${route}: ${Math.round(milliseconds)} ms`)
    })
    turns.end()
    expect(long).toEqual([])
  })
})
