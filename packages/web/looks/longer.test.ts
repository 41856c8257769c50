// Every text longer by half, as in a language of long words: every page holds its layout. That all texts are among those of a
// language is seen in the sources, by test/sources.test.ts.
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { excessOf } from '../test/axe.js'
import { useStage } from '../test/browser.js'
import { people } from '../test/harness.js'
import { addressesOf } from './addresses.js'

const stage = useStage()

describe.skipIf(!hasBrowser)('texts that are longer by half', () => {
  it.each([390, 1280])('fit on every page that is %i pixels wide', async (width) => {
    const page = await stage.open('/', people.admin, { viewport: { width, height: 900 } })
    const found: string[] = []
    for (const path of addressesOf(stage.world)) {
      await page.goto(stage.url + path)
      await page.waitForSelector('html[data-live]')
      await page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const text = node.textContent ?? ''
          if (/\p{L}{2}/u.test(text) && !/^(SCRIPT|STYLE|OPTION)$/.test(node.parentElement?.tagName ?? ''))
            node.textContent = text.replace(/[\p{L}\d]+/gu, (word) => word + 'ö'.repeat(Math.ceil(word.length / 2)))
        }
      })
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
