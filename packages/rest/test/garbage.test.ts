// Any input gets a JSON response, or its page, and never an internal error.
import { expect, it } from 'vitest'
import { routes } from '../src/routes/index.js'
import { namesOf } from '../src/http/request/coerce.js'
import { onAnySite, type Site } from './harness.js'

/** A stream does not end, and has separate tests. */
const ending = routes.filter(({ stream }) => !stream)

const requestsPerSeed = 250
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

type Dice = ReturnType<typeof createDice>

function createDice(start: number) {
  let state = start
  const next = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  return { next, one: <T>(list: readonly T[]): T => list[next(list.length)] as T }
}

const texts = [
  '',
  ' ',
  '1',
  '-1',
  '0',
  '999999999999999999999',
  '1.5',
  'true',
  'null',
  'Widgets',
  'UI',
  'alice@example.com',
  '%',
  '%_',
  "'; DROP TABLE bugs; --",
  '\\',
  '"',
  '\u0000',
  '\uFFFF',
  '😀',
  'e\u0301',
  '\uD800',
  '../..',
  '#1',
  '1,2',
  'a b',
  '2026-01-01',
  '2026-13-45',
  '__proto__',
  'constructor',
  '_all',
  '*',
  '[',
  '(a+)+$',
  'x'.repeat(5000),
  '\r\nX-Evil: 1',
]

/** URLs cannot carry half a character. */
const inPaths = texts.filter((text) => text !== '\uD800')

function junk(dice: Dice, depth = 0): unknown {
  const kind = dice.next(depth > 3 ? 6 : 9)
  if (kind === 0) return null
  if (kind === 1) return dice.one([true, false])
  if (kind === 2) return dice.one([0, 1, -1, 2, 1.5, 1e21, -0, 2 ** 31, 2 ** 53, 1e-300])
  if (kind < 6) return dice.one(texts)
  if (kind < 8) return Array.from({ length: dice.next(4) }, () => junk(dice, depth + 1))
  const keys = ['add', 'remove', 'set', 'body', 'is_private', 'id', '1', '__proto__', dice.one(texts)]
  return Object.fromEntries(Array.from({ length: dice.next(4) }, () => [dice.one(keys), junk(dice, depth + 1)]))
}

interface Shot {
  readonly method: string
  readonly path: string
  readonly body: string | undefined
  readonly as: 'admin' | 'alice' | undefined
  /** True if a page is requested. */
  readonly asPage: boolean
}

/** A request to a real route whose values are junk, or to a path of junk. */
function shot(dice: Dice): Shot {
  const route = dice.one(ending)
  const fill = () => encodeURIComponent(dice.one(inPaths))
  const path = dice.next(10) === 0 ? `/${fill()}/${fill()}` : route.path.replace(/\{\w+\}/g, fill)
  const names = [...namesOf(route.operation.input).named, 'f1', 'o1', 'v1', 'cf_x', 'order', dice.one(texts)]
  const given = Object.fromEntries(Array.from({ length: dice.next(6) }, () => [dice.one(names), junk(dice)]))
  const query = new URLSearchParams(
    Object.entries(given).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  const inQuery = route.method === 'GET' || dice.next(6) === 0
  const body = dice.next(8) === 0 ? dice.one(['', '{', '[1]', '"x"', '\uFEFF{}', '{"a":1e999}']) : JSON.stringify(given)
  return {
    method: dice.next(15) === 0 ? dice.one(['DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'POST']) : route.method,
    path: inQuery ? `${path}?${query.toString()}` : path,
    body: route.method === 'GET' ? undefined : body,
    as: dice.one(['admin', 'admin', 'alice', undefined]),
    asPage: dice.next(4) === 0,
  }
}

async function fire(site: Site, { method, path, body, as, asPage }: Shot) {
  const hasBody = body !== undefined && method !== 'HEAD'
  return site.ask(method, path, { ...(hasBody && { body }), as, ...(asPage && { headers: { Accept: 'text/html' } }) })
}

onAnySite('a request full of garbage', (open) => {
  it(`is answered in JSON, without a fault (SEED=${seed})`, { timeout: 120_000 }, async () => {
    const site = await open({ limits: { attempts: { failures: 0 } } })
    await site.post('/bug', { product: 'Widgets', component: 'UI', version: '1.0', summary: 'x' }, { as: 'alice' })
    const dice = createDice(seed)
    for (let count = 0; count < requestsPerSeed; count++) {
      const asked = shot(dice)
      const { status, text, body, headers } = await fire(site, asked)
      const fault = site.log.find((entry) => entry.fault !== undefined)?.fault
      expect({ asked, status, fault }).toEqual({
        asked,
        status: expect.toSatisfy((one: number) => one < 500) as unknown,
        fault: undefined,
      })
      const isPage = asked.asPage && /^(GET|HEAD)$/.test(asked.method) && headers.get('content-disposition') === null
      const type = isPage ? 'text/html; charset=UTF-8' : 'application/json; charset=UTF-8'
      expect({ asked, type: headers.get('content-type') }).toEqual({ asked, type })
      const isError = status >= 400 && asked.method !== 'HEAD' && !isPage
      expect({ asked, isError, error: body?.error === true && Number.isInteger(body.code) }).toEqual({
        asked,
        isError,
        error: isError,
      })
      expect(text).not.toMatch(/node_modules|\.ts:\d+/)
    }
    expect((await site.get('/version')).status).toBe(200)
  })
})
