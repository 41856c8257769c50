// The roles and accessible names of the pages, which users of screen readers, scripts and tests rely on.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { hasBrowser } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { useStage } from './browser.js'
import { get, pagesOf, password, people } from './harness.js'
import { bugNames } from './names/bug.js'
import { listNames } from './names/lists.js'
import { otherNames } from './names/others.js'
import { wrongNames } from './names/page-names.js'
import { fill, newcomer, type Numbers } from './names/world.js'

const stage = useStage()
let numbers: Numbers

beforeAll(async () => {
  if (hasBrowser) numbers = await fill(stage.world)
}, 60_000)

describe.skipIf(!hasBrowser)('the controls of a page', () => {
  it.each([...bugNames, ...listNames, ...otherNames])('have their names: $title', async (names) => {
    const logins = { ...people, newcomer }
    const page = await stage.open(names.path(numbers), names.who && logins[names.who])
    expect(await wrongNames(page, names.steps)).toEqual([])
  })

  it('have their names: the logins of a demo, and the page that sets a tracker up', async () => {
    const demo = [{ login: people.grace, password, name: 'Grace Tan, developer' }]
    const empty = await createTracker({ store: memoryStore(), administrator: null })
    const setup = {
      code: 'a-code-that-nobody-would-ever-guess',
      run: () => Promise.reject(new Error()),
      isNeeded: () => Promise.resolve(true),
    }
    const page = await stage.open('/login', undefined, { javaScriptEnabled: false })
    for (const [pages, path, has] of [
      [await pagesOf(stage.world.tracker, { demo }), '/login', ['button "Log in as Grace Tan, developer"']],
      [await pagesOf(empty, { setup }), '/setup', ['heading "Set up your tracker"', 'textbox "Setup code"']],
    ] as const) {
      const body = await (await get(pages, path)).text()
      await page.route(`**${path}`, (route) => route.fulfill({ body, contentType: 'text/html' }))
      await page.goto(stage.url + path)
      expect(await wrongNames(page, [{ has }])).toEqual([])
    }
    await empty.close()
  })
})
