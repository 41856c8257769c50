// A bug with more comments than a page shows.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { useStage } from '../browser.js'
import { people } from '../harness.js'

const stage = useStage()

const articles = (page: Page) => page.getByRole('article', { name: /^Comment \d/ })

async function bugWith(comments: number): Promise<number> {
  const rita = stage.world.tracker.as({ login: people.reporter })
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  const { id } = await rita.bugs.create({ ...place, summary: 'Much was said' })
  for (let number = 1; number <= comments; number++) await rita.comments.create({ id, comment: `Word ${number}` })
  return id
}

describe.skipIf(!hasBrowser)('a bug of 900 comments', () => {
  it('shows 200 earlier ones for each press of the link above them, laid out when they come into sight', async () => {
    const page = await stage.open(`/bug/${await bugWith(900)}`, people.grace)
    for (const first of [651, 451, 251, 51, 1]) {
      await page.getByRole('link', { name: /^Show \d+ earlier comments$/ }).click()
      await page.getByRole('article', { name: `Comment ${first}`, exact: true }).waitFor()
      expect(await articles(page).count()).toBeLessThanOrEqual(250)
    }
    await page.goto(`${stage.url}${new URL(page.url()).pathname}?comments=51-250`)
    const last = articles(page).last()
    expect(await last.evaluate((article) => getComputedStyle(article).contentVisibility)).toBe('auto')
    await page.getByRole('article', { name: 'Comment 250', exact: true }).scrollIntoViewIfNeeded()
    await last.getByText('Word 250').waitFor()
  })

  it('has at most 12 elements a comment, and makes its menu when it opens', async () => {
    const page = await stage.open(`/bug/${await bugWith(2)}`, people.grace)
    const article = articles(page).first()
    // Without reactions, and the lines of icons.
    const elements = article.locator('xpath=descendant-or-self::*[not(ancestor::*[local-name()="svg"])]')
    const others = elements.and(page.locator(':not(.reactions, .reactions *)'))
    expect(await others.count()).toBeLessThanOrEqual(12)
    expect(await page.getByRole('menu').count()).toBe(0)
    await article.getByRole('button', { name: 'More actions' }).press('Enter')
    await page.getByRole('menu', { name: 'More actions' }).waitFor()
  })
})
