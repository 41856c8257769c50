// Hostile texts in every field of the API, on every page that links lead to, in a browser: nothing runs, and nothing is reported.
import { hasBrowser } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { beginnings, createAgenda, linksIn } from '../test/addresses.js'
import { excessOf } from '../test/axe.js'
import { useStage } from '../test/browser.js'
import { people } from '../test/harness.js'
import { writeEverywhere } from '../test/hostile.js'

const stage = useStage()

beforeAll(async () => {
  if (!hasBrowser) return
  const { faults } = await writeEverywhere(stage.world)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}, 300_000)

const narrow = { viewport: { width: 390, height: 800 } }

describe.skipIf(!hasBrowser)('hostile texts', () => {
  it.each([people.admin, undefined])('are shown as they were written, whatever page %s looks at', async (who) => {
    const page = await stage.open('/', who, narrow)
    const agenda = createAgenda(beginnings, 3)
    const found: string[] = []
    for (let path = agenda.next(); path !== undefined; path = agenda.next()) {
      const isPage = await page.goto(stage.url + path).then(
        (response) => /html/.test(response?.headers()['content-type'] ?? ''),
        (error: unknown) => {
          if (error instanceof Error && error.message.includes('Download is starting')) return false
          throw error
        },
      )
      if (!isPage) continue
      await page.waitForSelector('html[data-live]')
      const made =
        'img[src=x], svg[onload], #app script, [onerror], [onload], a[href^="javascript:" i], form[action^="javascript:" i]'
      const strangers = await page.locator(made).count()
      const excess = await excessOf(page)
      if (strangers > 0) found.push(`${path}: ${strangers} elements that a text has made`)
      if (excess > 0) found.push(`${path} is ${excess} pixels too wide`)
      // Errors of scripts, breaches of the policy, dialogs.
      found.push(...stage.faults.splice(0).map((fault) => `${path}: ${fault}`))
      agenda.add(linksIn(await page.content()))
    }
    await page.close()
    expect(found).toEqual([])
  })
})
