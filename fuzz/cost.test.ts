// A short run of `npm run fuzz -- cost` on a small tracker, and how costs are judged.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placesOf } from './cost/inputs.js'
import { isSuperLinear, judge } from './cost/judge.js'
import { described, fuzzCosts } from './cost/main.js'
import type { ServedDescription } from './cost/operations.js'
import { prepare, type Keys } from './cost/prepare.js'
import { startCostServer } from './cost/server.js'
import { writeSetting } from './setting.js'

const command = fileURLToPath(new URL('../packages/cli/dist/cli.js', import.meta.url))
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

/** A server that looks at all pairs of characters of one header, and at each of another once. */
const planted = `
  import { createServer } from 'node:http'
  const sum = (text, times) => {
    let all = 0
    for (let time = 0; time < times; time++) for (let at = 0; at < text.length; at++) all += text.charCodeAt(at)
    return all
  }
  const server = createServer(({ headers }, response) => {
    const [square = '', line = ''] = [headers['x-square'], headers['x-line']]
    // So much that neither the compiler nor a busy machine hides it.
    response.end(String(sum(square, 10 * square.length) + sum(line, 1)))
  })
  server.listen(0, '127.0.0.1', () => console.log(\`trackerkit listening on http://127.0.0.1:\${server.address().port}/rest\`))
`

describe('the cost fuzz', () => {
  let folder: string
  let file: string
  let keys: Keys
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trackerkit-cost-test-'))
    file = join(folder, 'small.db')
    await writeSetting(file, 46)
    keys = await prepare(file)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it(
    `finds no input that stops the server or costs more than in proportion (SEED=${seed})`,
    { timeout: 300_000 },
    async () => {
      const run = { args: [command], file, keys, seed, until: { cpuSeconds: 6 }, progress: () => undefined }
      const { findings, growths } = await fuzzCosts(run)
      // Only the long run judges costs: here the machine may be busy.
      const serious = findings.filter(({ fault }) => fault !== 'dear' && fault !== 'big')
      expect(serious.map(described)).toEqual([])
      expect(growths, 'inputs that were tried').toBeGreaterThan(20)
    },
  )

  it('finds work in square proportion that was planted in a server, and none where there is none', async () => {
    const script = join(folder, 'planted.mjs')
    writeFileSync(script, planted)
    const server = await startCostServer([script], file, '0')
    try {
      const at = (header: string) => ({
        name: header,
        ...{ limit: 8192, most: 8192 },
        request: (text: string) => ({ method: 'GET', path: '/', headers: { [header]: text } }),
      })
      const found = (header: string) => judge(server, { place: at(header), filling: 'a', form: 'A' })
      expect((await found('X-Square'))?.fault).toMatch(/^(super-linear|dear)$/)
      expect(await found('X-Line')).toBeUndefined()
    } finally {
      await server.stop()
    }
  })

  it('sends what every operation and every form reads', { timeout: 60_000 }, async () => {
    const copy = join(folder, 'copy.db')
    copyFileSync(file, copy)
    const server = await startCostServer([command], copy, '0')
    try {
      const description = (await (await fetch(`${server.origin}/rest/openapi.json`)).json()) as ServedDescription
      const known = { ...keys, cookie: `trackerkit-${server.port}=${keys.token}`, origin: server.origin }
      // By name, and neither what removes things nor what ends a session.
      const places = placesOf(description, known).filter(({ name }) =>
        /^(GET|POST|form|script) .*(query|body|login)/.test(name),
      )
      const first = new Map(places.map((place) => [place.name.replace(/ (query|body|login).*/, ''), place]))
      const unread: string[] = []
      for (const place of first.values()) {
        const { name } = place
        if (/logout|restart|erase|redact|remove|mail/.test(name)) continue
        const status = await server.send(place.request('1'))
        if ([403, 404, 405, 415].includes(Number(status))) unread.push(`${name}: ${status}`)
      }
      expect(unread).toEqual([])
      expect(first.size).toBeGreaterThan(80)
    } finally {
      await server.stop()
    }
  })
})

describe('isSuperLinear', () => {
  const costs = (of: (size: number) => number) => [256, 512, 1024, 2048, 4096].map((size) => ({ size, cpu: of(size) }))

  it('finds a cost that grows faster than what is sent', () => {
    expect(isSuperLinear(costs((size) => size ** 2 / 100_000))).toBe(true)
  })

  it('passes one that is in proportion, or too small to matter', () => {
    expect(isSuperLinear(costs((size) => size / 50))).toBe(false)
    expect(isSuperLinear(costs((size) => size ** 2 / 10_000_000))).toBe(false)
  })
})
