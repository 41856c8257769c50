// Parts of the first view that are hydrated after the rest.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()

const reporter = () => stage.world.tracker.as({ login: people.reporter })

async function newBug(): Promise<number> {
  const place = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It has comments' }
  const { id } = await reporter().bugs.create({ ...place, description: 'As it was' })
  for (const body of ['One', 'Two', 'Three']) await reporter().bugs.update({ ids: [id], comment: { body } })
  return id
}

/** IDs that two elements have, and those that others name though no element has them. */
const wrongIds = (page: Page) =>
  page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    const names = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls']
    const named = names.flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].flatMap((element) => element.getAttribute(name)?.split(' ') ?? []),
    )
    return [...ids.filter((id, index) => ids.indexOf(id) < index), ...named.filter((id) => !ids.includes(id))]
  })

/** The browser does not get to the parts that can wait. */
function neverYield(): void {
  const { scheduler } = globalThis as unknown as { readonly scheduler: { yield: () => Promise<void> } }
  const pause = scheduler.yield.bind(scheduler)
  scheduler.yield = () =>
    document.documentElement.dataset['live'] === undefined ? pause() : new Promise<void>(() => undefined)
}

/** A page whose parts wait until the user touches it. */
async function openWaiting(path: string): Promise<Page> {
  const known = await stage.open('/login', people.reporter)
  const page = await known.context().newPage()
  await page.addInitScript(neverYield)
  await page.goto(stage.url + path)
  await page.waitForSelector('html[data-live]')
  return page
}

describe.skipIf(!hasBrowser)('a bug whose parts are hydrated one after the other', () => {
  it('has each ID once, also while comments and fields are edited', async () => {
    const parameters = { comment_edit_minutes: 60 }
    await stage.world.tracker.asSystem().parameters.update({ parameters })
    const page = await stage.open(`/bug/${await newBug()}`, people.reporter)
    const comment = page.getByRole('article', { name: 'Comment 2' })
    await expect.poll(() => comment.getByRole('button', { name: 'Reply' }).isEnabled()).toBe(true)
    expect(await wrongIds(page)).toEqual([])
    for (const count of [1, 2]) {
      const edited = page.getByRole('article', { name: `Comment ${count}` })
      await edited.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
      await page.getByRole('form', { name: `Edit comment ${count}` }).waitFor()
    }
    await page.getByRole('combobox', { name: 'Priority' }).click()
    await page.getByRole('listbox').waitFor()
    expect(await wrongIds(page)).toEqual([])
  })

  it('reacts to a key before the turn of the part with its control', async () => {
    const page = await openWaiting(`/bug/${await newBug()}`)
    const summary = page.getByRole('button', { name: 'Edit summary' })
    expect(await summary.isEnabled()).toBe(false)
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'Summary' }).waitFor()
    await page.close()
  })

  it('reacts to a click before the turn of a comment', async () => {
    const page = await openWaiting(`/bug/${await newBug()}`)
    const comment = page.getByRole('article', { name: 'Comment 3' })
    const reply = comment.getByRole('button', { name: 'Reply' })
    expect(await reply.isEnabled()).toBe(false)
    await reply.click({ force: true })
    await expect.poll(() => page.getByRole('textbox', { name: 'Comment' }).inputValue()).toMatch(/> Three/)
    await page.close()
  })

  it('shows what others change before the turn of a part', async () => {
    const id = await newBug()
    const page = await openWaiting(`/bug/${id}`)
    const last = page.getByRole('article', { name: 'Comment 3' })
    expect(await last.getByRole('button', { name: 'Reply' }).isEnabled()).toBe(false)
    await stage.world.tracker.as({ login: people.admin }).bugs.update({
      ids: [id],
      summary: 'It has another summary',
      comment: { body: 'Four' },
    })
    await page.getByRole('article', { name: 'Comment 4' }).waitFor()
    expect(await page.getByRole('article').count()).toBe(5)
    await page.keyboard.press('Shift')
    await page.getByRole('heading', { name: 'It has another summary' }).waitFor()
    await expect.poll(() => last.getByRole('button', { name: 'Reply' }).isEnabled()).toBe(true)
    expect(await page.getByRole('article').count()).toBe(5)
    await page.close()
  })

  it('waits until the page is painted, but not in the background', async () => {
    const known = await stage.open('/login', people.reporter)
    const paintLater = () => {
      const frames: FrameRequestCallback[] = []
      performance.getEntriesByName = () => []
      globalThis.requestAnimationFrame = (frame) => frames.push(frame)
      Object.assign(globalThis, { paint: () => frames.splice(0).forEach((frame) => frame(0)) })
    }
    const hide = () => Object.defineProperty(document, 'hidden', { get: () => true })
    const page = await known.context().newPage()
    await page.addInitScript(paintLater)
    await page.goto(`${stage.url}/bug/${await newBug()}`, { waitUntil: 'networkidle' })
    expect(await page.locator('html[data-live]').count()).toBe(0)
    await page.evaluate('paint()')
    await page.waitForSelector('html[data-live]')
    await page.addInitScript(hide)
    await page.reload()
    await page.waitForSelector('html[data-live]')
    await page.close()
  })
})
