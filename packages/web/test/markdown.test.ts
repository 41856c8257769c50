// Comments in Markdown, as the server writes them and as browsers take them over.
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { hostile, hostileTables } from '../../markdown/test/hostile.js'
import { violationsOf } from './axe.js'
import { useStage } from './browser.js'
import { get, people, pagesOf } from './harness.js'

const stage = useStage()

const as = (login: string | null) => stage.world.tracker.as(login === null ? null : { login })

async function newBug(description: string, is_markdown = true): Promise<number> {
  const place = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It is formatted' }
  return (await as(people.reporter).bugs.create({ ...place, description, is_markdown })).id
}

const pageOf = async (id: number, query = '') =>
  (await get(await pagesOf(stage.world.tracker), `/bug/${id}${query}`)).text()

/** The articles of the comments. */
const textsIn = (html: string) =>
  [...html.matchAll(/<article[^>]*>.*?<\/article>/gs)].map(([article]) => article).join('\n')

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** All hostile texts, instead of a few. */
const isThorough = process.env['TRACKERKIT_TEST_EVERY'] === '1'

describe('a comment', () => {
  it('is formatted if it is Markdown, and shown as typed if not, with the script for it named at once', async () => {
    const plain = await newBug('**a** `b`', false)
    expect(textsIn(await pageOf(plain))).toContain('**a** `b`')
    const id = await newBug(
      '# Title\n\n**a** `b` ~~c~~ bug 1, https://a.example/x\n\n- [x] done\n- [ ] open *now*\n\n| h |\n|:-:|\n| d |\n\n```js\nx < 1\n```',
    )
    const html = await pageOf(id)
    for (const part of [
      '<h3>Title</h3>',
      '<p><strong>a</strong> <code>b</code> <del>c</del> <a href="/bug/1" title="CONFIRMED It blinks">bug 1</a>, <a href="https://a.example/x" rel="noopener nofollow ugc">https://a.example/x</a></p>',
      '<input type="checkbox" checked disabled aria-label="done"/> done',
      '<input type="checkbox" disabled aria-label="open now"/> open <em>now</em>',
      '<th align="center">h</th>',
      'role="region" aria-label="Code: js"',
      '<code>x &lt; 1\n</code>',
    ])
      expect(html).toContain(part)
    const preloads = (page: string) => page.match(/<link rel="modulepreload"/g)?.length ?? 0
    expect(preloads(html)).toBe(preloads(await pageOf(plain)) + 1)
  })

  it('makes nothing of HTML, of other addresses and of pictures from elsewhere', async () => {
    const id = await newBug(
      '<script>alert(1)</script> <img src=x onerror=alert(2)>\n\n[x](javascript:alert(3)) ![y](https://evil.example/y.png) ![z](data:image/png;base64,AA)',
    )
    const shown = textsIn(await pageOf(id))
    expect(shown).not.toMatch(/<script|<img|href="javascript| src="/)
    expect(shown).toContain('&lt;script>alert(1)&lt;/script>')
    expect(shown).toContain('[x](javascript:alert(3))')
    expect(shown).toContain('<a href="https://evil.example/y.png" rel="noopener nofollow ugc">y</a>')
  })

  it('shows pictures of the same bug, and none that the reader may not see', async () => {
    const [id, other] = [await newBug('x'), await newBug('x')]
    const file = { data: pixel, file_name: 'a.png', summary: 'It', content_type: 'image/png' }
    const attach = async (bug: number, more: object = {}) =>
      (await as(people.admin).attachments.create({ ...file, ids: [bug], ...more })).ids[0] as number
    const own = await attach(id, { comment: 'See ![it](attachment:new)', is_markdown: true })
    const [foreign, secret] = [await attach(other), await attach(id, { is_private: true })]
    await as(people.admin).comments.create({
      id,
      comment: `![f](attachment:${foreign}) ![s](attachment:${secret}) ![none](attachment:99999)`,
      is_markdown: true,
    })
    const html = await pageOf(id)
    const images = [...textsIn(html).matchAll(/<img[^>]*>/g)].map(([image]) => image)
    expect(images).toEqual([`<img src="/-/attachment/${own}/image" alt="it" loading="lazy"/>`])
    for (const [word, number] of [
      ['f', foreign],
      ['s', secret],
      ['none', 99_999],
    ])
      expect(html).toContain(`<a href="/attachment/${number}">${word}</a>`)
  })

  it.each([...hostile.filter((_, index) => isThorough || index % 8 === 0), ...hostileTables])(
    'of %s is shown within the time of a page',
    async (_, text) => {
      const id = await newBug(text.slice(0, 60_000))
      await as(people.reporter)
        .comments.create({ id, comment: text.slice(0, 20_000) || 'x', is_markdown: true })
        .catch(() => undefined)
      for (const query of ['', '?comments=1-1'])
        expect((await get(await pagesOf(stage.world.tracker), `/bug/${id}${query}`)).status).toBe(200)
    },
  )

  it('is plain where a page has many long ones, and formatted on demand', async () => {
    const id = await newBug('**first**')
    const long = `**b** ${'word '.repeat(3900)}`
    for (let i = 0; i < 11; i++) await as(people.reporter).comments.create({ id, comment: long, is_markdown: true })
    const shown = await pageOf(id)
    expect(shown.match(/<strong>b<\/strong>/g)).toHaveLength(10)
    expect(shown).toContain('**b**')
  })

  it('is plain after 20,000 parts of formatted comments, however short these are', async () => {
    const id = await newBug('**first**')
    const short = '*a* '.repeat(800)
    for (let i = 0; i < 8; i++) await as(people.reporter).comments.create({ id, comment: short, is_markdown: true })
    const articles = [...(await pageOf(id)).matchAll(/<article id="c\d+".*?<\/article>/gs)].map(([article]) => article)
    const isFormatted = articles.map((article) => article.includes('<em>') || article.includes('<strong>'))
    expect(isFormatted.indexOf(false)).toBeGreaterThan(2)
    expect(isFormatted.slice(isFormatted.indexOf(false))).not.toContain(true)
    expect(articles.at(-1)).toContain('*a* *a*')
  })
})

describe.skipIf(!hasBrowser)('a comment in a browser', () => {
  it('hydrates what the server made, loads nothing from other hosts, and copies its code', async () => {
    const id = await newBug('**a** ![y](https://evil.example/y.png)\n\n```js\nlet x\n```\n\n| a |\n|-|\n| b |')
    const page = await stage.open(`/bug/${id}`, people.reporter)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('region', { name: 'Code: js' }).getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('let x\n')
    const text = page.locator('#c0 .markdown')
    expect(await text.locator('strong').textContent()).toBe('a')
    expect(await text.getByRole('region', { name: 'Table' }).count()).toBe(1)
    const elsewhere = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).host),
    )
    expect([...new Set(elsewhere)]).toEqual([new URL(page.url()).host])
  })

  it.each([390, 1280])(
    'is no wider than a page of %i pixels, with room for text that is deeply nested',
    async (width) => {
      const code = `\`\`\`\n${'x'.repeat(1000)}\n\`\`\``
      const table = `|${'h|'.repeat(80)}\n|${'-|'.repeat(80)}\n|${'cell|'.repeat(80)}`
      const list = Array.from({ length: 28 }, (_, level) => `${'  '.repeat(level)}- item`).join('\n')
      const id = await newBug([code, table, `${'> '.repeat(55)}deep words`, list].join('\n\n'))
      const page = await stage.open(`/bug/${id}`, people.reporter, { viewport: { width, height: 800 } })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      const deep = await page.getByText('deep words').boundingBox()
      expect(deep?.width).toBeGreaterThan(100)
    },
  )

  it('numbers the items of ordered lists, and marks those of others, but no tasks', async () => {
    const id = await newBug('1. first\n\ntext\n\n- item\n\ntext\n\n- [ ] task')
    const page = await stage.open(`/bug/${id}`)
    const styles = page.locator('#c0 li').evaluateAll((items) => items.map((li) => getComputedStyle(li).listStyleType))
    expect(await styles).toEqual(['decimal', 'disc', 'none'])
  })

  it('offers no copies on an origin that is not secure', async () => {
    const id = await newBug('```js\ncopied\n```')
    const page = await stage.open(`/bug/${id}`)
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor()
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'))
    await page.reload()
    await page.waitForSelector('html[data-live]')
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor({ state: 'detached' })
    const menu = page.getByRole('button', { name: 'More actions' })
    await menu.waitFor({ state: 'detached' })
    expect(await page.locator('#c0').getByRole('button').count()).toBe(0)
  })

  it('that was postponed is formatted by a button', async () => {
    const id = await newBug(`**b** ${'word '.repeat(5000)}`)
    const page = await stage.open(`/bug/${id}?comments=0-0`, people.reporter)
    const article = page.locator('#c0')
    await article.getByRole('button', { name: 'Show formatted' }).click()
    expect(await article.locator('strong').textContent()).toBe('b')
  })

  it('ticks its tasks for who may, one after the other, and keeps the focus', async () => {
    const id = await newBug('- [ ] Ask *Ann*\n- [x] Wait\n- plain')
    const page = await stage.open(`/bug/${id}`, people.grace)
    const box = (name: string) => page.getByRole('article', { name: 'Description' }).getByRole('checkbox', { name })
    await box('Ask Ann').press('Space')
    await box('Wait').press('Space')
    const text = async () => (await as(people.grace).bugs.view({ id })).comments[0]?.text
    await expect.poll(text).toBe('- [x] Ask *Ann*\n- [ ] Wait\n- plain')
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await page.getByRole('button', { name: 'edited' }).waitFor()
    expect(await box('Wait').evaluate((one) => one === document.activeElement)).toBe(true)
    expect([await box('Ask Ann').isChecked(), await box('Wait').isChecked()]).toEqual([true, false])
    expect(await violationsOf(page)).toEqual([])
  })

  it('leaves the boxes of its tasks off without the right, and logged out', async () => {
    const id = await newBug('x')
    await as(people.grace).comments.create({ id, comment: '- [ ] Ask', is_markdown: true })
    const editors = stage.world.tracker.asSystem().groups
    await editors.update({ names: ['editbugs'], user_regexp: '' })
    try {
      for (const who of [people.reporter, undefined]) {
        const page = await stage.open(`/bug/${id}`, who)
        expect(await page.getByRole('checkbox', { name: 'Ask' }).isDisabled()).toBe(true)
      }
    } finally {
      await editors.update({ names: ['editbugs'], user_regexp: '.*' })
    }
  })

  it('unticks a task again and says why when it was edited in between', async () => {
    const { parameters } = stage.world.tracker.asSystem()
    await parameters.update({ parameters: { comment_edit_minutes: '-1' } })
    const id = await newBug('- [ ] Ask')
    const page = await stage.open(`/bug/${id}`, people.grace)
    const box = page.getByRole('checkbox', { name: 'Ask' })
    await page.route('**/task', async (route) => {
      const { comments } = await as(people.reporter).bugs.view({ id })
      const edit = { id: comments[0]?.id ?? 0, text: 'Before:\n- [ ] Ask', expected_revision: 0 }
      await as(people.reporter).comments.update(edit)
      await route.continue()
    })
    await box.click()
    await page.getByRole('alert').waitFor()
    await page.getByText('Before:').waitFor()
    await expect.poll(() => box.isChecked()).toBe(false)
    await page.unroute('**/task')
    await box.click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await expect.poll(() => box.isChecked()).toBe(true)
    await parameters.update({ parameters: { comment_edit_minutes: '0' } })
  })

  it('leaves a task ticked when another user has ticked it in between', async () => {
    const id = await newBug('- [ ] Ask')
    const page = await stage.open(`/bug/${id}`, people.grace)
    const box = page.getByRole('checkbox', { name: 'Ask' })
    await page.route('**/task', async (route) => {
      const { comments } = await as(people.reporter).bugs.view({ id })
      await as(people.reporter).comments.tick({ id: comments[0]?.id ?? 0, offset: 2, is_done: true })
      await route.continue()
    })
    await box.click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'edited' }).waitFor()
    expect(await box.isChecked()).toBe(true)
  })
})

describe.skipIf(!hasBrowser)('the look of Markdown', () => {
  it('begins and ends where plain text does', async () => {
    const paddingOf = async (isMarkdown: boolean) => {
      const page = await stage.open(`/bug/${await newBug('One line', isMarkdown)}`)
      const outer = await page.locator('#c0 > .text').boundingBox()
      return outer?.height
    }
    expect(await paddingOf(true)).toBe(await paddingOf(false))
  })

  it('has code from left to right and each paragraph in its own direction, in a text from right to left', async () => {
    const page = await stage.open(`/bug/${await newBug('مرحبا\n\nHello (world)\n\n```\nx = 1;\n```')}`)
    const text = page.locator('#c0 > .text')
    const startOf = async (words: string) => {
      const [outer, inner] = await Promise.all([
        text.boundingBox(),
        text.getByText(words).evaluate((node) => {
          const range = document.createRange()
          range.selectNodeContents(node)
          return range.getBoundingClientRect().toJSON() as { readonly x: number; readonly right: number }
        }),
      ])
      return inner.x - (outer?.x ?? 0) < (outer?.width ?? 0) / 2 ? 'left' : 'right'
    }
    expect(await startOf('مرحبا')).toBe('right')
    expect(await startOf('Hello (world)')).toBe('left')
    expect(await startOf('x = 1;')).toBe('left')
  })
})

describe.skipIf(!hasBrowser)('a quote', () => {
  it.each([true, false])(
    'has its bar where its text begins, in a text of another direction, in Markdown: %s',
    async (isMarkdown) => {
      const id = await newBug('Hello\n\n> שלום עולם\n\nשלום\n\n> Hello world', isMarkdown)
      const page = await stage.open(`/bug/${id}`, people.reporter)
      const widths = await page.locator('article :is(.quote, blockquote)').evaluateAll((all) =>
        all.map((one) => {
          const { borderLeftWidth, borderRightWidth } = getComputedStyle(one)
          return [borderLeftWidth, borderRightWidth]
        }),
      )
      expect(widths).toEqual([
        ['0px', '3px'],
        ['3px', '0px'],
      ])
    },
  )
})

describe.skipIf(!hasBrowser)('a preview', () => {
  it.each([...hostile.filter((_, index) => isThorough || index % 12 === 0), ...hostileTables])(
    'of %s shows its beginning at once, and all of it on demand',
    async (_, text) => {
      const page = await stage.share(`/bug/${stage.world.bugs.other}`, people.reporter)
      const type = async (typed: string) =>
        page.getByRole('textbox', { name: 'Comment' }).evaluate((area: HTMLTextAreaElement, value) => {
          // Typing as much takes browsers seconds, and so does laying out its lines in the field.
          Object.defineProperty(area, 'value', { value, writable: true, configurable: true })
          area.focus()
          area.dispatchEvent(new Event('input', { bubbles: true }))
        }, typed)
      const preview = page.getByRole('tabpanel', { name: 'Preview' })
      const form = page.getByRole('form', { name: 'Add a comment' })
      for (const length of [20_000, 60_000]) {
        const typed = text.slice(0, length)
        await type(typed)
        await form.getByRole('tab', { name: 'Preview' }).click()
        await preview.locator('.text, .quiet-text').first().waitFor()
        const show = preview.getByRole('button', { name: 'Show formatted' })
        expect(await show.count()).toBe(typed.length > 20_000 && typed.trim() !== '' ? 1 : 0)
        if ((await show.count()) > 0) await show.click()
        await show.waitFor({ state: 'detached' })
        await form.getByRole('tab', { name: 'Write' }).click()
      }
    },
  )
})
