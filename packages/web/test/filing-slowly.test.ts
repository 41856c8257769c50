// Bugs that are filed while the user goes elsewhere.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { useStage } from './browser.js'
import { filingOn, hold, minor, press, said } from './filing.js'

const stage = useStage()
const { bugsWith, openForm } = filingOn(stage)

describe.skipIf(!hasBrowser)('a bug that is filed slowly', () => {
  const leave = async (page: Page) => {
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
  }

  it('does not take the user from the page to which they have gone', async () => {
    const page = await openForm(`${minor}&summary=It+takes+time`)
    const release = await hold(page, 'POST', '**/rest/bug')
    await press(page)
    await leave(page)
    release()
    await said(page, /^Bug \d+ filed$/)
    expect(new URL(page.url()).pathname).toBe('/products')
    expect(await bugsWith('It takes time')).toHaveLength(1)
  })

  it('does not take the user from the page that is loading', async () => {
    const page = await openForm(`${minor}&summary=It+takes+longer`)
    const release = await hold(page, 'POST', '**/rest/bug')
    const load = await hold(page, 'GET', '**/rest/**')
    await press(page)
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await page.getByText('Loading').first().waitFor()
    release()
    await said(page, /^Bug \d+ filed$/)
    load()
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/products')
  })

  it('opens its page if the user has returned to the form', async () => {
    const page = await openForm(`${minor}&summary=It+is+back`)
    const release = await hold(page, 'POST', '**/rest/bug')
    await press(page)
    await leave(page)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'New bug' }).waitFor()
    release()
    expect(await page.getByRole('heading', { level: 1, name: /It is back/ }).innerText()).toContain('It is back')
  })

  it('is reported as not filed to a user who has left the form', async () => {
    const page = await openForm(`${minor}&summary=It+fails&utm_source=mail`)
    const release = await hold(page, 'POST', '**/rest/bug')
    await press(page)
    await leave(page)
    release()
    await said(page, /^Bug not filed: .*utm_source/)
    expect(await bugsWith('It fails')).toEqual([])
  })
})
