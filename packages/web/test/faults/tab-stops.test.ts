// The way through a bug by the Tab key.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { violationsOf } from '../axe.js'
import { useStage } from '../browser.js'
import { people } from '../harness.js'

const stage = useStage()

const rita = () => stage.world.tracker.as({ login: people.reporter })

async function fileBug(comments: number): Promise<number> {
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  const { id } = await rita().bugs.create({ ...place, summary: 'It is discussed' })
  for (let number = 1; number <= comments; number++) await rita().comments.create({ id, comment: `No. ${number}` })
  return id
}

async function react(bug: number, counts: readonly number[]): Promise<void> {
  const { bugs } = await rita().comments.get({ ids: [bug] })
  const chosen = bugs[bug]?.comments.filter(({ count }) => counts.includes(count)) ?? []
  for (const { id } of chosen) await rita().comments.updateReactions({ id, add: ['+1', 'heart'] })
}

const focused = (page: Page, what: 'textContent' | 'tagName' | 'ariaLabel' = 'textContent') =>
  page.evaluate((name) => document.activeElement?.[name], what)

describe.skipIf(!hasBrowser)('the way to the comment by Tab', () => {
  /** The names of the stops until the field. */
  async function stopsOf(page: Page): Promise<unknown[]> {
    const stops: unknown[] = []
    do {
      await page.keyboard.press('Tab')
      stops.push((await focused(page, 'ariaLabel')) ?? (await focused(page)))
    } while ((await focused(page, 'tagName')) !== 'TEXTAREA' && stops.length < 100)
    return stops
  }

  it('begins with links to the content and the fields, and has at most three stops for each comment', async () => {
    const id = await fileBug(5)
    await react(id, [0, 1, 2, 4])
    const stops = await stopsOf(await stage.open(`/bug/${id}`, people.grace))
    expect(stops.slice(0, 2)).toEqual(['Skip to content', 'Skip to fields'])
    expect(stops.length <= 20 + 3 * 5 ? [] : stops).toEqual([])
  })

  it('is as short with dependencies and a file, for an administrator who may delete the bug', async () => {
    const { tracker, bugs } = stage.world
    await tracker.asSystem().parameters.update({ parameters: { allowbugdeletion: true } })
    const id = await fileBug(3)
    await tracker.as({ login: people.admin }).bugs.update({ ids: [id], depends_on: { add: [bugs.other] } })
    const file = { file_name: 'a.txt', summary: 'A log', content_type: 'text/plain', data: Buffer.from('a') }
    await tracker.as({ login: people.grace }).attachments.create({ ids: [id], ...file })
    const stops = await stopsOf(await stage.open(`/bug/${id}`, people.admin))
    expect(stops.length <= 20 + 3 * 4 ? [] : stops).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('the controls of a comment', () => {
  it('are two stops of Tab, and arrows move between the controls of each', async () => {
    const id = await fileBug(1)
    await react(id, [1])
    const page = await stage.open(`/bug/${id}`, people.grace, { bypassCSP: true })
    const actions = page.getByRole('article', { name: 'Comment 1' }).getByRole('toolbar', { name: 'Actions' })
    await actions.getByRole('button', { name: 'Reply' }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await focused(page, 'ariaLabel')).toBe('More actions')
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem').first()
    await item.waitFor()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => item.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowRight')
    expect(await focused(page)).toBe('Comment 1')
    await page.keyboard.press('ArrowRight')
    expect(await focused(page)).toBe('Reply')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Tab')
    expect(await focused(page, 'ariaLabel')).toBe('+1: 1')
    await page.keyboard.press('ArrowLeft')
    expect(await focused(page, 'ariaLabel')).toBe('Add reaction')
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('Comment 1')
    expect(await violationsOf(page)).toEqual([])
  })

  it('keep a stop while their menu has the focus, and leave keys with modifiers to the browser', async () => {
    const page = await stage.open(`/bug/${await fileBug(1)}`, people.grace)
    const actions = page
      .getByRole('article', { name: 'Comment 1' })
      .getByRole('toolbar', { name: 'Actions', exact: true })
    const reply = actions.getByRole('button', { name: 'Reply' })
    await reply.focus()
    const isLeft = await reply.evaluate((button) =>
      button.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true }),
      ),
    )
    expect([isLeft, await focused(page)]).toEqual([true, 'Reply'])
    await actions.getByRole('button', { name: 'More actions' }).press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    expect(await actions.locator('> :is(a, button)[tabindex="0"]').count()).toBe(1)
  })

  it('are one stop for readers without any action', async () => {
    const id = await fileBug(1)
    const page = await stage.open(`/bug/${id}`)
    // As on pages without HTTPS.
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'))
    await page.reload()
    await page.waitForSelector('html[data-live]')
    const link = page.getByRole('article', { name: 'Comment 1' }).getByRole('link', { name: 'Comment 1' })
    await expect.poll(() => link.evaluate((one) => (one as HTMLElement).tabIndex)).toBe(0)
  })

  it('keep a stop when the focused reaction goes', async () => {
    const page = await stage.open(`/bug/${await fileBug(1)}`, people.grace)
    const comment = page.getByRole('article', { name: 'Comment 1' })
    await comment.getByRole('button', { name: 'Add reaction' }).press('Enter')
    await page.getByRole('menuitem', { name: 'heart' }).press('Enter')
    const heart = comment.getByRole('button', { name: 'heart: 1' })
    await heart.press('Enter')
    await heart.waitFor({ state: 'detached' })
    await comment.getByRole('link', { name: 'Comment 1' }).focus()
    await page.keyboard.press('Tab')
    expect(await focused(page, 'ariaLabel')).toBe('Add reaction')
  })
})
