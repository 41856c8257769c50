// Hostile texts in every field of the API, in the pages as the server makes them; in a browser by `npm run test:looks`.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WebHandler } from '../src/server/web-handler.js'
import { beginnings, createAgenda, linksIn } from './addresses.js'
import { createWorld, get, logIn, pagesOf, people, type World } from './harness.js'
import { hostileTexts, writeEverywhere } from './hostile.js'

let world: World
let pages: WebHandler
let written: Awaited<ReturnType<typeof writeEverywhere>>

beforeAll(async () => {
  world = await createWorld()
  written = await writeEverywhere(world, hostileTexts.slice(-1))
  pages = await pagesOf(world.tracker)
}, 120_000)
afterAll(() => world.tracker.close())

it('the API takes hostile texts in its fields, and fails in none', () => {
  expect(written.faults).toEqual([])
  expect(written.tried.length).toBeGreaterThan(250)
  const sure = {
    bugs: ['create summary', 'create description', 'create alias', 'update whiteboard', 'update comment.body'],
    attachments: ['create file_name', 'create summary', 'update summary'],
    products: ['create name', 'update description'],
    components: ['create name', 'update description'],
    milestones: ['create name'],
    users: ['update full_name', 'update login_denied_text'],
    keywords: ['create name', 'update description'],
  }
  const names = Object.entries(sure).flatMap(([resource, fields]) => fields.map((field) => `${resource}.${field}`))
  expect(names.filter((name) => !written.taken.includes(name))).toEqual([])
})

/** Elements and URLs in a page that a text has injected. */
function foundIn(html: string): string[] {
  const shown = html.replace(/<script type="application\/json"[^>]*>.*?<\/script>/s, '')
  const wrong =
    /<img[ /]src=x|<svg onload|<script(?! type="module" src="\/-\/assets\/)|<[a-z][^<>]* on[a-z]+=|(?:href|src|action)="\s*javascript:|<[a-z][^<>]* style=/gi
  return [...shown.matchAll(wrong)].map(({ index }) => shown.slice(index, index + 100))
}

it(
  'no page makes an element, a script or an address of a text, whatever it links to and whoever looks',
  { timeout: 120_000 },
  async () => {
    for (const who of [people.admin, undefined]) {
      const cookie = who === undefined ? '' : await logIn(pages, who)
      const agenda = createAgenda(beginnings, 2)
      for (let path = agenda.next(); path !== undefined; path = agenda.next()) {
        const response = await get(pages, path, cookie)
        // Tables for spreadsheets and feeds hold texts as they are, and are no pages.
        if (!/html/.test(response.headers.get('content-type') ?? '')) continue
        const html = await response.text()
        expect([path, response.status < 500, foundIn(html)]).toEqual([path, true, []])
        const [, data = '{}'] = /<script type="application\/json" id="data"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
        expect(() => JSON.parse(data) as unknown, `the data of ${path}`).not.toThrow()
        agenda.add(linksIn(html))
      }
    }
  },
)
