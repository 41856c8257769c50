// Filing bugs with the form of the page.
import type { Page } from '@trackerkit/test-browser'
import type { Stage } from './browser.js'
import { people } from './harness.js'

export type Filed = Readonly<Record<string, unknown>>

export const placed = 'product=Widgets&component=UI'
export const minor = `${placed}&severity=minor`

export const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()
export const press = (page: Page, name = 'File bug') => page.getByRole('button', { name }).click()

/** The form, and the bugs that it has filed. */
export function filingOn(stage: Stage) {
  const system = () => stage.world.tracker.asSystem(people.admin)

  async function bugsWith(summary: string): Promise<readonly Filed[]> {
    const { bugs } = await system().bugs.search({ summary: [summary], status: ['__all__'] })
    return bugs as readonly object[] as readonly Filed[]
  }

  async function file(page: Page): Promise<Filed> {
    await press(page)
    await said(page, /^Bug \d+ filed$/)
    const id = Number(/\/bug\/(\d+)/.exec(page.url())?.[1])
    return (await system().bugs.get({ ids: [id] })).bugs[0] as object as Filed
  }

  /** Opens the form without a draft. */
  async function openForm(query: string, who: string = people.grace): Promise<Page> {
    const page = await stage.open('/', who)
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${stage.url}/new?${query}`)
    await page.waitForSelector('html[data-live]')
    return page
  }

  return { system, bugsWith, file, openForm }
}

/** Holds the requests back until the returned function is called. */
export async function hold(page: Page, method: 'GET' | 'POST', path: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    await released
    return route.continue()
  })
  return release
}
