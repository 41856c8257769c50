// People in comments: mentions with their completion, and reactions.
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './axe.js'
import { useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()

const reporter = () => stage.world.tracker.as({ login: people.reporter })

async function fileBug(description = ''): Promise<number> {
  const place = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It is discussed' }
  return (await reporter().bugs.create({ ...place, description })).id
}

describe.skipIf(!hasBrowser)('mentions', () => {
  it('are completed by keyboard while a comment is written, and shown as links', async () => {
    const id = await fileBug()
    const page = await stage.open(`/bug/${id}`, people.reporter, { bypassCSP: true })
    const comment = page.getByRole('textbox', { name: 'Comment' })
    const list = page.waitForResponse((response) => response.url().includes('people-list'))
    await comment.focus()
    await list
    await comment.pressSequentially('Ask @gr')
    await page.getByRole('listbox', { name: 'People' }).getByRole('option', { name: '@grace' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await comment.press('Escape')
    await page.getByRole('listbox', { name: 'People' }).waitFor({ state: 'hidden' })
    await comment.pressSequentially('a')
    await page.getByRole('option', { name: '@grace' }).waitFor()
    await comment.press('ArrowDown')
    await comment.press('Enter')
    await expect.poll(() => comment.inputValue()).toBe('Ask @grace ')
    await comment.pressSequentially('and `@gr')
    await page.waitForTimeout(300)
    expect(await page.getByRole('listbox', { name: 'People' }).count()).toBe(0)
    await comment.fill('Ask @grace, @nobody and @rita')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const said = page.getByRole('article', { name: 'Comment 1' })
    const link = said.getByRole('link', { name: '@grace' })
    expect(await link.getAttribute('href')).toContain('assigned_to=grace%40example.com')
    expect(await said.getByRole('link', { name: '@nobody' }).count()).toBe(0)
    const outside = await stage.open(`/bug/${id}`)
    await outside.getByRole('article', { name: 'Comment 1' }).waitFor()
    expect(await outside.getByRole('link', { name: '@grace' }).count()).toBe(0)
  })
})

describe.skipIf(!hasBrowser)('reactions', () => {
  it('are given and taken back by their buttons', async () => {
    const id = await fileBug('It blinks')
    const page = await stage.open(`/bug/${id}`, people.reporter, { bypassCSP: true })
    const description = page.getByRole('article', { name: 'Description' })
    await description.getByRole('button', { name: 'Me too' }).click()
    const mine = description.getByRole('button', { name: 'Me too: 1' })
    await mine.waitFor()
    expect(await mine.getAttribute('aria-pressed')).toBe('true')
    await description.getByRole('button', { name: 'Add reaction' }).click()
    await description.getByRole('menuitem', { name: 'Heart' }).click()
    await description.getByRole('button', { name: 'heart: 1' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await mine.click()
    await description.getByRole('button', { name: 'Me too', exact: true }).waitFor()
    const outside = await stage.open(`/bug/${id}`)
    const shown = outside.getByRole('article', { name: 'Description' }).getByRole('button', { name: 'heart: 1' })
    await shown.waitFor()
    expect(await shown.isDisabled()).toBe(true)
  })
})
