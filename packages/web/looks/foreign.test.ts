// Every page in a language of other letters and of longer words: all that it says is among the texts of a language, and fits.
import { fileURLToPath } from 'node:url'
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { excessOf } from '../test/axe.js'
import { useStage } from '../test/browser.js'
import { newAssets, people } from '../test/harness.js'
import { addressesOf, furnish } from './addresses.js'
import './foreign-texts.js'

const first = fileURLToPath(new URL('foreign-texts.ts', import.meta.url))
const stage = useStage({}, () => newAssets([first]))

beforeAll(async () => {
  if (hasBrowser) await furnish(stage.world)
})

/** What a page shows or tells without an accent, with what it was told by the API. */
const unaccented = (page: Page) =>
  page.evaluate(() => {
    const said: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const within = node.parentElement
      // Contents of files, what one types, and names that the browser knows, such as those of time zones.
      const isData =
        within?.closest('pre, code, table.keys th') ??
        (within instanceof HTMLOptionElement && within.value === within.text)
      if (!isData && !within?.closest('script, noscript, time')) said.push(node.textContent ?? '')
    }
    for (const one of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (one.closest('time')) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) said.push(one.getAttribute(name) ?? '')
    }
    return { said: [document.title, ...said], told: document.getElementById('data')?.textContent ?? '' }
  })

/** Words of formats, which come with the browser, and of addresses that the API tells. */
const known = /^(https?|MB|kB|[AP]M|GMT|UTC)$/

describe.skipIf(!hasBrowser)('another language', () => {
  it.each([1280, 390])('says all that stands on any page, and fits in %i pixels', async (width) => {
    const page = await stage.open('/', people.admin, { viewport: { width, height: 900 } })
    const found: string[] = []
    for (const path of addressesOf(stage.world)) {
      await page.goto(stage.url + path)
      await page.waitForSelector('html[data-live]')
      const { said, told } = await unaccented(page)
      const data = `${told} ${decodeURIComponent(path)}`
      const strange = said
        .flatMap((text) => text.match(/(?<!\p{L})[A-Za-z]{2,}(?!\p{L})/gu) ?? [])
        .filter((word) => !known.test(word) && !data.includes(word))
      for (const word of new Set(strange)) found.push(`${path}: ${word} is no text of a language`)
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
