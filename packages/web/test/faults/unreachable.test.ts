// Pages while the server cannot be reached.
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { isReady, useStage } from '../browser.js'
import { people } from '../harness.js'

const stage = useStage()

describe.skipIf(!hasBrowser)('a page whose server cannot be reached', () => {
  it('stays when a link is followed whose script is not loaded yet, and opens it once the server responds', async () => {
    const page = await stage.open(`/bug/${stage.world.bugs.plain}`, people.reporter)
    await isReady(page)
    const url = page.url()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await page.getByText('Can’t reach the tracker').waitFor()
    expect(page.url()).toBe(url)
    await page.getByRole('heading', { level: 1, name: 'It blinks' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
    // The browser logs the requests that failed.
    stage.faults.splice(0)
  })
})
