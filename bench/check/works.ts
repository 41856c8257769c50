// The frequent reads and writes, each beside a rival that does the same work by hand.
import assert from 'node:assert/strict'
import { createRest, toRestHandler, type Rest } from '@trackerkit/rest'
import type { ByHand } from '../by-hand/open.js'
import type { Corpus } from '../corpus.js'
import { components, login, newBug, newest, steps } from '../layers.js'

type Work = () => unknown

export interface CheckedWork {
  readonly ours: Work
  readonly rival: Work
  /** In each round. */
  readonly calls: number
}

const description = 'It happens every time, right after the start.'

/** The built package of pages. */
interface BuiltPages {
  readonly createWebHandler: (options: object) => (request: Request) => Promise<Response>
}

/** By name. The rivals of requests are themselves requests in process, without a network. */
export async function checkedWorks(corpus: Corpus, byHand: ByHand): Promise<Readonly<Record<string, CheckedWork>>> {
  const { bugs, comments } = corpus.tracker.as({ login })
  const next = steps(corpus.size)
  const nextComponent = steps(components)
  const { get, bugPage } = await createRequests(corpus)
  const page = (fields: object) => () => bugs.search({ ...newest(nextComponent()), ...fields })
  return {
    'bugs.get': { ours: () => bugs.get({ ids: [next()] }), rival: () => byHand.oneStatement.get(next()), calls: 200 },
    'bugs.search, all fields': { ours: page({}), rival: () => byHand.oneStatement.page(nextComponent()), calls: 8 },
    'bugs.search, ids and summaries': {
      ours: page({ include_fields: ['id', 'summary'] }),
      rival: () => byHand.list(nextComponent()),
      calls: 20,
    },
    'bugs.create': {
      ours: () => bugs.create(newBug(next())),
      rival: () => byHand.create(`It stops ${next()}`),
      calls: 15,
    },
    'comments.create': {
      ours: () => comments.create({ id: next(), comment: description }),
      rival: () => byHand.comment(next(), description),
      calls: 15,
    },
    'GET of a bug': { ours: () => get(next()), rival: () => byHand.floor(next()), calls: 200 },
    'the page of a bug : GET': { ours: () => bugPage(next()), rival: () => get(next()), calls: 8 },
  }
}

async function createRequests({ tracker }: Corpus) {
  const { api_key } = await tracker.asSystem(login).apiKeys.create({ description: 'bench' })
  const rest = createRest<Request>(tracker)
  const get = requestBug(rest, api_key)
  assert.equal((await get(1)).status, 200)
  const address = new URL('../../packages/web/dist/index.js', import.meta.url)
  const { createWebHandler } = (await import(address.href)) as BuiltPages
  const handler = createWebHandler({ rest: toRestHandler(rest), identify: () => ({ login }) })
  const bugPage = async (id: number) => {
    const response = await handler(new Request(`http://127.0.0.1/bug/${id}`))
    assert.equal(response.status, 200)
    return response.text()
  }
  return { get, bugPage }
}

function requestBug(rest: Rest<Request>, key: string) {
  const headers = { 'x-tracker-api-key': key, accept: 'application/json', host: '127.0.0.1' }
  const body = () => Promise.resolve(new Uint8Array())
  const native = new Request('http://127.0.0.1')
  return (id: number) => rest({ method: 'GET', target: `/rest/bug/${id}`, headers, body }, native)
}
