// Pictures in comments, and comments whose answer is lost.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()

const reporter = () => stage.world.tracker.as({ login: people.reporter })

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function openForm(): Promise<{ page: Page; id: number }> {
  const place = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It is shown' }
  const { id } = await reporter().bugs.create(place)
  return { id, page: await stage.open(`/bug/${id}`, people.reporter) }
}

const commentOf = (page: Page) => page.getByRole('textbox', { name: 'Comment' })

const send = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click()

const commentsOf = async (id: number) =>
  (await reporter().comments.get({ ids: [id] })).bugs[id]?.comments.slice(1) ?? []

/** Pastes pictures into the field, or drops them. */
async function put(page: Page, how: 'paste' | 'drop', ...names: readonly string[]): Promise<void> {
  const field = commentOf(page).or(page.locator('form.new-page textarea'))
  await field.evaluate(
    (area, { data, event, files }) => {
      area.focus()
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
      const transfer = new DataTransfer()
      for (const name of files) transfer.items.add(new File([bytes], name, { type: 'image/png' }))
      const about = { cancelable: true, bubbles: true }
      area.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: transfer, ...about })
          : new DragEvent('drop', { dataTransfer: transfer, ...about }),
      )
    },
    { data: pixel, event: how, files: names },
  )
}

/** The next answer of this address is lost, after the write. Returns a check, to be called at the end of the test. */
async function loseAnswer(page: Page, address: string): Promise<() => void> {
  let lost = 0
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET' || lost > 0) return route.continue()
    lost++
    await route.fetch()
    return route.abort()
  })
  return () => {
    expect(lost).toBe(1)
    // The browser logs it.
    expect(stage.faults.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
  }
}

describe.skipIf(!hasBrowser)('pictures in a comment', () => {
  it('are put at the cursor when they are pasted or dropped, previewed, and sent with the comment', async () => {
    const { page, id } = await openForm()
    const comment = commentOf(page)
    await comment.fill('See here.')
    await comment.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 4))
    await put(page, 'paste', 'a[1]`.png')
    await expect.poll(() => comment.inputValue()).toBe('See ![a_1__.png](file:1)here.')
    await comment.press('End')
    await put(page, 'drop', 'b.png')
    await expect.poll(() => comment.inputValue()).toBe('See ![a_1__.png](file:1)here.![b.png](file:2)')
    await page.getByRole('tab', { name: 'Preview' }).click()
    const preview = page.getByRole('tabpanel', { name: 'Preview' })
    expect(await preview.getByRole('img', { name: 'b.png' }).getAttribute('src')).toMatch(/^blob:/)
    await page.waitForFunction(() => (document.querySelector('.preview img') as HTMLImageElement).naturalWidth === 1)
    await page.getByRole('tab', { name: 'Write' }).click()
    await send(page)
    const sent = page.getByRole('article', { name: 'Comment 2' })
    await sent.getByRole('img', { name: 'b.png' }).waitFor()
    const [first, second] = (await reporter().attachments.get({ ids: [id] })).bugs[id]?.map((one) => one.id) ?? []
    const text = `See ![a_1__.png](attachment:${first})here.![b.png](attachment:${second})`
    expect((await commentsOf(id)).at(-1)?.text).toContain(text)
    expect(await sent.getByRole('img', { name: 'a_1__.png' }).getAttribute('src')).toContain(`/${first}/`)
    expect(await comment.inputValue()).toBe('')
  })

  it('leave their names where they are removed, and are not in the text of a plain comment', async () => {
    const { page, id } = await openForm()
    const comment = commentOf(page)
    await put(page, 'paste', 'a.png')
    await expect.poll(() => comment.inputValue()).toBe('![a.png](file:1)')
    await page.getByRole('button', { name: 'Remove a.png' }).click()
    await comment.fill('![a.png](file:1) is gone')
    await put(page, 'paste', 'b.png')
    await expect.poll(() => comment.inputValue()).toContain('![b.png](file:2)')
    await page.getByRole('button', { name: 'Remove b.png' }).click()
    await send(page)
    await page.getByRole('article', { name: 'Comment 1' }).waitFor()
    expect((await commentsOf(id)).at(-1)?.text).toMatch(/^a\.png is gone/)
    await page.getByRole('checkbox', { name: 'Markdown' }).uncheck()
    await comment.fill('Plain')
    await put(page, 'paste', 'c.png')
    await page.getByRole('button', { name: 'Remove c.png' }).waitFor()
    expect(await comment.inputValue()).toBe('Plain')
    await send(page)
    await page.getByRole('article', { name: 'Comment 2' }).getByRole('img', { name: 'c.png' }).waitFor()
  })

  it('are not lost without asking when the page is closed before they are sent', async () => {
    const { page } = await openForm()
    await commentOf(page).click()
    await put(page, 'paste', 'a.png')
    await page.getByRole('button', { name: 'Remove a.png' }).waitFor()
    const asked: string[] = []
    page.on('dialog', (dialog) => asked.push(dialog.type()))
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
  })

  it('are sent once when the answer is lost', async () => {
    const { page, id } = await openForm()
    const comment = commentOf(page)
    await put(page, 'paste', 'a.png')
    await expect.poll(() => comment.inputValue()).toContain('(file:1)')
    const isLost = await loseAnswer(page, '**/attachment')
    await send(page)
    await page.getByRole('alert').waitFor()
    await send(page)
    await page.getByRole('article', { name: 'Comment 1' }).getByRole('img', { name: 'a.png' }).waitFor()
    await expect.poll(() => comment.inputValue()).toBe('')
    expect(await commentsOf(id)).toHaveLength(1)
    isLost()
  })
})

describe.skipIf(!hasBrowser)('a comment with a file', () => {
  it('is sent without text that is typed during the upload, which stays', async () => {
    const { page, id } = await openForm()
    const comment = commentOf(page)
    await comment.fill('With a file')
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: 'Remove a.txt' }).waitFor()
    await page.route('**/attachment', async (route) => {
      await comment.press('Control+End')
      await comment.pressSequentially(' and half of another')
      await route.continue()
    })
    await send(page)
    await expect.poll(() => comment.inputValue()).toBe('and half of another')
    await expect.poll(() => page.getByRole('button', { name: 'Save changes' }).isEnabled()).toBe(true)
    expect((await commentsOf(id)).map(({ text }) => text)).toEqual([expect.stringMatching(/With a file$/)])
    await comment.fill('')
  })

  it('is sent once, and another can be written, when the page cannot be loaded afterwards', async () => {
    const { page, id } = await openForm()
    // The page is not loaded for another reason.
    await page.route('**/rest/changes?*', () => undefined)
    await page.reload()
    await page.waitForSelector('html[data-live]')
    const comment = commentOf(page)
    await comment.fill('With a file')
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: 'Remove a.txt' }).waitFor()
    const json = { error: true, code: 410, name: 'auth_invalid_token', message: 'The session is over.' }
    await page.route(`**/-/rest/bug/${id}/view*`, (route) => route.fulfill({ status: 401, json }), { times: 2 })
    await send(page)
    const dialog = page.getByRole('dialog', { name: 'Log in again' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => comment.inputValue()).toBe('')
    await comment.fill('Another')
    await expect.poll(() => page.getByRole('button', { name: 'Save changes' }).isEnabled()).toBe(true)
    expect((await commentsOf(id)).filter(({ text }) => text.includes('With a file'))).toHaveLength(1)
  })
})

describe.skipIf(!hasBrowser)('a private picture', () => {
  const visibleTo = async (login: string, id: number) => {
    const as = stage.world.tracker.as({ login })
    const { comments } = (await as.comments.get({ ids: [id] })).bugs[id] ?? {}
    return JSON.stringify([comments, await as.bugs.view({ id }), await as.bugs.history({ ids: [id] })])
  }

  it('is not named in a public comment', async () => {
    const { id } = await openForm()
    const page = await stage.open(`/bug/${id}`, people.admin)
    const comment = commentOf(page)
    await comment.fill('Look: ')
    await comment.press('End')
    await put(page, 'paste', 'secret.png', 'open.png')
    await expect.poll(() => comment.inputValue()).toBe('Look: ![secret.png](file:1)\n![open.png](file:2)')
    const isPrivate = page.getByRole('region', { name: 'New attachments' }).getByRole('checkbox', { name: 'Private' })
    await isPrivate.first().check()
    expect(await comment.inputValue()).toBe('Look: ![](file:1)\n![open.png](file:2)')
    await isPrivate.first().uncheck()
    expect(await comment.inputValue()).toBe('Look: ![secret.png](file:1)\n![open.png](file:2)')
    await isPrivate.first().check()
    // Typed, or restored by the browser.
    await comment.fill('Look: ![secret.png](file:1)\n![open.png](file:2)')
    await send(page)
    await page.getByRole('img', { name: 'open.png' }).waitFor()
    await expect.poll(() => comment.inputValue()).toBe('')
    const seen = await visibleTo(people.reporter, id)
    expect(seen).toContain('open.png')
    expect(seen).not.toContain('secret')
    const [hidden] = (await stage.world.tracker.asSystem().attachments.get({ ids: [id] })).bugs[id] ?? []
    expect(hidden).toMatchObject({ file_name: 'secret.png', is_private: true })
    expect(seen).toContain(`![](attachment:${hidden?.id})`)
    expect(await page.getByRole('img', { name: `Attachment ${hidden?.id}` }).count()).toBe(1)
    const outside = await stage.open(`/bug/${id}`, people.reporter)
    await outside.getByRole('img', { name: 'open.png' }).waitFor()
    expect(await outside.content()).not.toContain('secret')
  })

  it('is named in a private comment', async () => {
    const { id } = await openForm()
    const page = await stage.open(`/bug/${id}`, people.admin)
    await put(page, 'paste', 'secret.png')
    await page.getByRole('form', { name: 'Add a comment' }).getByRole('checkbox', { name: 'Private' }).last().check()
    await send(page)
    await page.getByRole('article').getByRole('img', { name: 'secret.png' }).waitFor()
    expect(await visibleTo(people.reporter, id)).not.toContain('secret')
  })

  it('is not named in a public description, also of an earlier version', async () => {
    await stage.world.tracker.asSystem().parameters.update({ parameters: { comment_edit_minutes: -1 } })
    const page = await stage.open('/new?product=Widgets&component=UI&summary=It+is+hidden', people.admin)
    await put(page, 'paste', 'secret.png')
    const description = page.locator('textarea')
    await expect.poll(() => description.inputValue()).toBe('![secret.png](file:1)')
    await page.getByRole('region', { name: 'New attachments' }).getByRole('checkbox', { name: 'Private' }).check()
    await description.fill('See ![secret.png](file:1)')
    await page.getByRole('button', { name: 'File bug' }).click()
    await page.getByRole('article', { name: 'Description' }).getByRole('img').waitFor()
    const id = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])
    expect(await visibleTo(people.reporter, id)).not.toContain('secret')
    const [first] = (await reporter().comments.get({ ids: [id] })).bugs[id]?.comments ?? []
    const { revisions } = await stage.world.tracker.asSystem().comments.revisions({ id: first?.id ?? 0 })
    expect(JSON.stringify(revisions)).not.toContain('secret')
    await stage.world.tracker.asSystem().parameters.update({ parameters: { comment_edit_minutes: 0 } })
  })

  it('that was public is not named any more by its own comment', async () => {
    const { id } = await openForm()
    const admin = stage.world.tracker.as({ login: people.admin })
    const file = { file_name: 'secret.png', summary: 'secret.png', content_type: 'image/png' }
    const { ids } = await admin.attachments.create({ ids: [id], ...file, data: Buffer.from(pixel, 'base64') })
    expect(await visibleTo(people.reporter, id)).toContain('secret')
    await admin.attachments.update({ ids, is_private: true })
    expect(await visibleTo(people.reporter, id)).not.toContain('secret')
  })
})

describe.skipIf(!hasBrowser)('pictures in a description', () => {
  it.each([-1, 0])(
    'are shown in it once the bug is filed, or their names if %i minutes forbid to edit it',
    async (minutes) => {
      await stage.world.tracker.asSystem().parameters.update({ parameters: { comment_edit_minutes: minutes } })
      const page = await stage.open('/new?product=Widgets&component=UI&summary=It+is+drawn', people.reporter)
      const description = page.locator('textarea')
      await description.fill('Look: ')
      await description.press('End')
      await put(page, 'paste', 'a.png', 'b.png')
      await expect.poll(() => description.inputValue()).toBe('Look: ![a.png](file:1)\n![b.png](file:2)')
      await page.getByRole('button', { name: 'File bug' }).click()
      const shown = page.getByRole('article', { name: 'Description' })
      await shown.waitFor()
      expect(await shown.getByRole('img').count()).toBe(minutes === 0 ? 0 : 2)
      expect(await page.getByRole('article').getByRole('img', { name: 'b.png' }).count()).toBeGreaterThan(0)
      const id = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])
      const { comments = [] } = (await reporter().comments.get({ ids: [id] })).bugs[id] ?? {}
      const text = /^Look: !\[a\.png\]\(attachment:\d+\)\n!\[b\.png\]\(attachment:\d+\)$/
      expect(comments[0]?.text).toMatch(minutes === 0 ? /^Look: a\.png\nb\.png$/ : text)
      await stage.world.tracker.asSystem().parameters.update({ parameters: { comment_edit_minutes: 0 } })
    },
  )
})

describe.skipIf(!hasBrowser)('a comment whose answer is lost', () => {
  it('is sent once, also when the page was reloaded in between', async () => {
    const { page, id } = await openForm()
    const isLost = await loseAnswer(page, `**/bug/${id}`)
    await commentOf(page).fill('Said once')
    await send(page)
    await page.getByRole('alert').waitFor()
    await page.reload()
    await page.waitForSelector('html[data-live]')
    await page.getByRole('article', { name: 'Comment 1' }).waitFor()
    await expect.poll(() => commentOf(page).inputValue()).toBe('Said once')
    await send(page)
    await expect.poll(() => commentOf(page).inputValue()).toBe('')
    expect(await commentsOf(id)).toHaveLength(1)
    isLost()
  })

  it('is sent once with its status, after the page has shown the change', async () => {
    const { id } = await openForm()
    const page = await stage.open(`/bug/${id}`, people.grace)
    const isLost = await loseAnswer(page, `**/bug/${id}`)
    await commentOf(page).fill('Done')
    await page.getByRole('combobox', { name: 'New status' }).selectOption('RESOLVED')
    await page.getByRole('combobox', { name: 'New resolution' }).selectOption('FIXED')
    await send(page)
    await page.getByRole('alert').waitFor()
    await page.getByRole('article', { name: 'Comment 1' }).waitFor()
    await send(page)
    await expect.poll(() => commentOf(page).inputValue()).toBe('')
    expect(await commentsOf(id)).toHaveLength(1)
    isLost()
  })
})
