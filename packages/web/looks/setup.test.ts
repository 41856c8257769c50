// The page that sets a tracker up, which is there only before all others, against WCAG 2.2 AA.
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { excessOf, violationsOf } from '../test/axe.js'
import { useStage, type Stage } from '../test/browser.js'

const code = 'a-code-that-nobody-would-ever-guess'
// Only this page works: the tracker behind it is set up already.
const stage: Stage = useStage({
  setup: { code, run: (input) => stage.world.tracker.setUp(input), isNeeded: () => Promise.resolve(true) },
})

describe.skipIf(!hasBrowser)('the setup page', () => {
  it('says what is wrong where it is, against no rule', async () => {
    const page = await stage.open(`/setup?code=${code}`, undefined, { bypassCSP: true })
    for (const name of ['Login', 'Password', 'Product', 'Component'])
      await page.getByLabel(name, { exact: true }).fill('a@b.example')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('alert').waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  it.each([1280, 390, 320])(
    'breaks no rule of WCAG 2.2 AA, %i pixels wide, with and without the code',
    async (width) => {
      for (const path of ['/setup', `/setup?code=${code}`, `/setup?code=${code.replace('guess', 'guest')}`]) {
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await stage.open(path, undefined, {
            colorScheme,
            viewport: { width, height: 800 },
            bypassCSP: true,
          })
          expect([path, await violationsOf(page), await excessOf(page)]).toEqual([path, [], 0])
        }
      }
    },
  )
})
