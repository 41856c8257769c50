// Writing a comment or a description: Markdown, its keys and its preview.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { useStage } from './browser.js'
import { violationsOf } from './axe.js'
import { people } from './harness.js'

const stage = useStage()

const reporter = () => stage.world.tracker.as({ login: people.reporter })

async function openForm(): Promise<{ page: Page; id: number }> {
  const place = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It is written' }
  const { id } = await reporter().bugs.create(place)
  return { id, page: await stage.open(`/bug/${id}`, people.reporter, { bypassCSP: true }) }
}

const commentOf = (page: Page) => page.getByRole('textbox', { name: 'Comment' })

const lastComment = async (id: number) => (await reporter().comments.get({ ids: [id] })).bugs[id]?.comments.at(-1)

describe.skipIf(!hasBrowser)('the composer', () => {
  it('shows the whole preview of a long text within its frame, and tables as wide as their content', async () => {
    const { page } = await openForm()
    const form = page.getByRole('form', { name: 'Add a comment' })
    await commentOf(page).fill(`| a | b |\n|---|---|\n| x | y |\n${'\nA line.\n'.repeat(60)}`)
    await form.getByRole('tab', { name: 'Preview' }).click()
    await form.getByRole('tabpanel', { name: 'Preview' }).getByText('A line.').first().waitFor()
    // The sheet has styles for other previews.
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
    await page.keyboard.press('Escape')
    const preview = form.getByRole('tabpanel', { name: 'Preview' })
    expect(await preview.evaluate((frame) => frame.scrollHeight - frame.clientHeight)).toBeLessThan(2)
    expect(await preview.getByRole('table').evaluate((table) => table.getBoundingClientRect().width)).toBeLessThan(300)
  })

  it('sends Markdown with a preview before it, or plain text if that is chosen', async () => {
    const { page, id } = await openForm()
    const form = page.getByRole('form', { name: 'Add a comment' })
    const comment = commentOf(page)
    await form.getByRole('tab', { name: 'Preview' }).click()
    await form
      .getByRole('tabpanel', { name: 'Preview' })
      .getByRole('document')
      .getByText('Nothing to preview')
      .waitFor()
    await form.getByRole('tab', { name: 'Preview' }).press('ArrowLeft')
    await comment.fill('**Expected** `x`')
    await comment.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(3, 3))
    await form.getByRole('tab', { name: 'Preview' }).click()
    const preview = form.getByRole('tabpanel', { name: 'Preview' })
    await preview.getByRole('document').locator('strong', { hasText: 'Expected' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await form.getByRole('checkbox', { name: 'Markdown' }).uncheck()
    await preview.getByText('**Expected** `x`').waitFor()
    await form.getByRole('checkbox', { name: 'Markdown' }).check()
    await form.getByRole('tab', { name: 'Write' }).click()
    await page.waitForFunction(() => (document.activeElement as HTMLTextAreaElement).selectionStart === 3)
    await form.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('article', { name: 'Comment 1' }).locator('strong').waitFor()
    expect(await lastComment(id)).toMatchObject({ text: '**Expected** `x`', is_markdown: true })
    await form.getByRole('checkbox', { name: 'Markdown' }).uncheck()
    await comment.fill('**plain**')
    await page.reload()
    await expect.poll(() => commentOf(page).inputValue()).toBe('**plain**')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('article', { name: 'Comment 2' }).getByText('**plain**').waitFor()
    expect(await lastComment(id)).toMatchObject({ text: '**plain**', is_markdown: false })
  })

  it('puts marks around the selection, continues lists, and lets the browser undo it', async () => {
    const { page } = await openForm()
    const comment = commentOf(page)
    // Focusing loads a separate script with the keys.
    const keys = page.waitForResponse((response) => response.url().includes('composer-keys'))
    await comment.focus()
    await keys
    const typed = (text: string) => expect.poll(() => comment.inputValue()).toBe(text)
    const select = (from: number, to: number) =>
      comment.evaluate((area: HTMLTextAreaElement, [a, b]) => area.setSelectionRange(a ?? 0, b ?? 0), [from, to])
    await comment.fill('one two')
    for (const [key, text] of [
      ['Control+b', '**one** two'],
      ['Control+i', '_one_ two'],
      ['Control+e', '`one` two'],
      ['Control+k', '[one]() two'],
      ['Control+Shift+Digit8', '- one two'],
      ['Control+Shift+Digit7', '1. one two'],
    ] as const) {
      await select(0, 3)
      await expect
        .poll(async () => {
          if ((await comment.inputValue()) === 'one two') await comment.press(key)
          return comment.inputValue()
        })
        .toBe(text)
      await comment.press('Control+z')
      await typed('one two')
    }
    await comment.fill('- [x] one')
    await comment.press('End')
    await comment.press('Enter')
    await typed('- [x] one\n- [ ] ')
    await comment.press('Enter')
    await typed('- [x] one\n')
    await comment.fill('9. nine')
    await comment.press('End')
    await comment.press('Enter')
    await typed('9. nine\n10. ')
  })

  it('makes a link of words onto which an address is pasted', async () => {
    const { page } = await openForm()
    const comment = commentOf(page)
    await comment.fill('see here')
    const paste = (text: string) =>
      comment.evaluate((area: HTMLTextAreaElement, data) => {
        area.focus()
        area.setSelectionRange(4, 8)
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', data)
        return !area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true, bubbles: true }))
      }, text)
    expect(await paste('no address')).toBe(false)
    await expect.poll(() => paste('https://a.example/x')).toBe(true)
    expect(await comment.inputValue()).toBe('see [here](https://a.example/x)')
  })

  it('takes the text of copied cells without the picture of them, and copied files and pictures', async () => {
    const { page } = await openForm()
    const paste = (name: string, ...formats: readonly string[]) =>
      commentOf(page).evaluate(
        (area, given) => {
          const clipboardData = new DataTransfer()
          for (const format of given.formats) clipboardData.setData(format, 'Cells')
          clipboardData.items.add(new File(['x'], given.name, { type: 'image/png' }))
          area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true, bubbles: true }))
        },
        { name, formats },
      )
    await paste('cells.png', 'text/plain', 'text/html')
    await paste('file.png', 'text/plain')
    await paste('picture.png', 'text/html')
    const files = page.getByRole('region', { name: 'New attachments' })
    await files.getByRole('button', { name: 'Remove picture.png' }).waitFor()
    const names = (buttons: Element[]) => buttons.map((button) => button.getAttribute('aria-label'))
    expect(await files.getByRole('button').evaluateAll(names)).toEqual(['Remove file.png', 'Remove picture.png'])
  })

  it('writes descriptions in Markdown, as the user prefers, and offers none of it where it is off', async () => {
    await reporter().preferences.update({ pages: { markdown: false } })
    const page = await stage.open('/new?product=Widgets&component=UI&summary=Formatted', people.reporter)
    const markdown = page.getByRole('checkbox', { name: 'Markdown' })
    expect(await markdown.isChecked()).toBe(false)
    await markdown.check()
    await page.getByRole('textbox', { name: 'Description' }).fill('_so_')
    await page.getByRole('button', { name: 'File bug' }).click()
    await page.getByRole('article', { name: 'Description' }).locator('em', { hasText: 'so' }).waitFor()
    const system = stage.world.tracker.asSystem()
    await system.parameters.update({ parameters: { use_markdown: '0' } })
    await page.reload()
    await page.getByRole('tab', { name: 'Preview' }).waitFor()
    expect(await markdown.count()).toBe(0)
    await commentOf(page).fill('**plain**')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('article', { name: 'Comment 1' }).getByText('**plain**').waitFor()
    await system.parameters.update({ parameters: { use_markdown: '1' } })
  })
})
