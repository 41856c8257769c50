// References in comments: mentions with their completion, reactions, titles of links, and quotes.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
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

describe.skipIf(!hasBrowser)('references to bugs', () => {
  it('are completed by words of the summary', async () => {
    const other = await fileBug('x')
    await reporter().bugs.update({ ids: [other], summary: 'Zebras escape' })
    const page = await stage.open(`/bug/${await fileBug()}`, people.reporter, { bypassCSP: true })
    const comment = page.getByRole('textbox', { name: 'Comment' })
    const list = page.waitForResponse((response) => response.url().includes('people-list'))
    await comment.focus()
    await list
    await comment.pressSequentially('Like bug zeb')
    const bugs = page.getByRole('listbox', { name: 'Bugs' })
    await bugs.getByRole('option', { name: `${other} Zebras escape` }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await comment.press('Enter')
    await expect.poll(() => comment.inputValue()).toBe(`Like bug ${other} `)
    await bugs.waitFor({ state: 'hidden' })
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
    await description.getByRole('menuitem', { name: 'heart' }).click()
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

describe.skipIf(!hasBrowser)('links in comments', () => {
  it('have the title of what they name, struck through if closed, and none for what is hidden', async () => {
    const { bugs } = stage.world
    const closed = await fileBug()
    const admin = stage.world.tracker.as({ login: people.admin })
    await admin.bugs.update({ ids: [closed], status: 'RESOLVED', resolution: 'FIXED' })
    const text = `See bug ${closed}, bug ${bugs.plain}, bug ${bugs.hidden}, bug 99999 and comment 0`
    for (const is_markdown of [true, false]) {
      const id = await fileBug('It blinks')
      await reporter().comments.create({ id, comment: text, is_markdown })
      const page = await stage.open(`/bug/${id}`, people.reporter)
      const said = page.getByRole('article', { name: 'Comment 1' })
      const link = (name: string) => said.getByRole('link', { name, exact: true })
      expect(await link(`bug ${closed}`).getAttribute('title')).toBe('RESOLVED FIXED It is discussed')
      expect(await link(`bug ${closed}`).evaluate((node) => getComputedStyle(node).textDecorationLine)).toBe(
        'line-through',
      )
      expect(await link(`bug ${bugs.plain}`).getAttribute('class')).toBe(null)
      expect(await link(`bug ${bugs.plain}`).getAttribute('title')).toBeTruthy()
      expect(await link('comment 0').getAttribute('title')).toBe('It blinks')
      for (const name of [`bug ${bugs.hidden}`, 'bug 99999'])
        expect(await link(name).evaluate((node) => node.outerHTML.replaceAll(/\d+/g, 'N'))).toBe(
          '<a href="/bug/N">bug N</a>',
        )
    }
  })
})

describe.skipIf(!hasBrowser)('an answer', () => {
  const select = async (page: Page, words: string) =>
    page.getByText(words).evaluate((node, wanted) => {
      const text = [...node.childNodes].find(({ nodeValue }) => nodeValue?.includes(wanted)) ?? node
      const from = text.nodeValue?.indexOf(wanted) ?? 0
      getSelection()?.setBaseAndExtent(text, from, text, from + wanted.length)
    }, words)

  it('quotes the comment, or what is selected of it, as it was written', async () => {
    const id = await fileBug()
    await reporter().comments.create({ id, comment: '# Title\n\nIt is **very** loud\n\nBye', is_markdown: true })
    await reporter().comments.create({ id, comment: 'One two three' })
    const page = await stage.open(`/bug/${id}`, people.reporter)
    const comment = page.getByRole('textbox', { name: 'Comment' })
    // The cursor is behind the quote by then.
    const empty = async () => {
      await page.waitForFunction(() => document.activeElement?.matches('textarea'))
      await comment.fill('')
      await comment.blur()
    }
    const first = page.getByRole('article', { name: 'Comment 1' })
    await first.getByRole('button', { name: 'Reply' }).click()
    await expect.poll(() => comment.inputValue()).toBe('> # Title\n> \n> It is **very** loud\n> \n> Bye\n\n')
    await empty()
    await select(page, 'loud')
    await first.getByRole('button', { name: 'Reply' }).click()
    await expect.poll(() => comment.inputValue()).toBe('> It is **very** loud\n\n')
    await empty()
    await select(page, 'two three')
    await page.keyboard.press('r')
    await expect.poll(() => comment.inputValue()).toBe('> two three\n\n')
    await page.waitForFunction(() => document.activeElement?.matches('textarea'))
  })

  it('of a plain text reads the same in Markdown', async () => {
    const id = await fileBug()
    const text = '# not a title\n*x* and <b>'
    await reporter().comments.create({ id, comment: text })
    const page = await stage.open(`/bug/${id}`, people.reporter)
    const form = page.getByRole('form', { name: 'Add a comment' })
    const comment = form.getByRole('textbox', { name: 'Comment' })
    const reply = page.getByRole('article', { name: 'Comment 1' }).getByRole('button', { name: 'Reply' })
    await reply.click()
    await form.getByRole('tab', { name: 'Preview' }).click()
    await form.locator('.preview blockquote p').waitFor()
    expect(await form.locator('.preview blockquote').innerText()).toBe(text)
    await form.getByRole('tab', { name: 'Write' }).click()
    await comment.fill('')
    await form.getByRole('checkbox', { name: 'Markdown' }).uncheck()
    await reply.click()
    await expect.poll(() => comment.inputValue()).toBe('> # not a title\n> *x* and <b>\n\n')
    await comment.fill('')
  })

  it('to a private comment is private', async () => {
    const id = await fileBug()
    const insider = stage.world.tracker.as({ login: people.admin })
    await insider.comments.create({ id, comment: 'The password is secret', is_private: true })
    const page = await stage.open(`/bug/${id}`, people.admin)
    const isPrivate = page.getByRole('form', { name: 'Add a comment' }).getByRole('checkbox', { name: 'Private' })
    await page.getByRole('article', { name: 'Description' }).getByRole('button', { name: 'Reply' }).click()
    await page.waitForFunction(() => document.activeElement?.matches('textarea'))
    expect(await isPrivate.isChecked()).toBe(false)
    await page.getByRole('article', { name: 'Comment 1' }).getByRole('button', { name: 'Reply' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Comment' }).inputValue()).toContain('> The password')
    expect(await isPrivate.isChecked()).toBe(true)
    await page.getByRole('textbox', { name: 'Comment' }).fill('')
  })
})
