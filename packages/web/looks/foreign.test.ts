// Every page in a language of other letters and of longer words: all that it says is among the texts of a language, and fits.
import { fileURLToPath } from 'node:url'
import { hasBrowser } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { excessOf } from '../test/axe.js'
import { useStage } from '../test/browser.js'
import { newAssets, people } from '../test/harness.js'
import { addressesOf, furnish } from './addresses.js'
import './foreign-texts.js'
import { strangeWordsOf } from './foreign-words.js'

const first = fileURLToPath(new URL('foreign-texts.ts', import.meta.url))
const stage = useStage({}, () => newAssets([first]))

beforeAll(async () => {
  if (hasBrowser) await furnish(stage.world)
})

describe.skipIf(!hasBrowser)('another language', () => {
  it.each([1280, 390])('shows all texts of every page, and fits in %i pixels', async (width) => {
    const page = await stage.open('/', people.admin, { viewport: { width, height: 900 } })
    const found: string[] = []
    for (const path of addressesOf(stage.world)) {
      await page.goto(stage.url + path)
      await page.waitForSelector('html[data-live]')
      for (const word of await strangeWordsOf(page, decodeURIComponent(path)))
        found.push(`${path}: ${word} is no text of a language`)
      const excess = await excessOf(page)
      if (excess > 0) found.push(`${path} is ${excess} pixels too wide`)
      const cut = await page.evaluate(() =>
        [
          ...document.querySelectorAll<HTMLElement>(
            ':is(button, .button, label, h1, h2, th, nav a):not(.visually-hidden)',
          ),
        ]
          .filter((one) => one.offsetWidth > 0 && getComputedStyle(one).overflow !== 'visible')
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).textOverflow !== 'ellipsis')
          .map((one) => one.textContent),
      )
      found.push(...cut.map((text) => `${path}: ${text} is cut off`))
    }
    await page.close()
    expect(found).toEqual([])
  })
})
