// The flag of Markdown in every operation that takes a text, and the HTML of mail.
import { expect, it } from 'vitest'
import { note } from '../../../test/attachments.js'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { file, lastComments, update } from '../../../test/bugs.js'
import type { World } from '../../../test/harness.js'
import { onAnyStoreConsistently } from '../../../test/kept-columns.js'
import { must } from '../../kernel/must.js'
import { openMailWorld } from '../../../test/mail.js'

const text = '**a** <b>'

const toldOf = async (world: World, bug: number) =>
  (await world.as('alice').comments.get({ ids: [bug] })).bugs[bug]?.comments.map((one) => [one.text, one.is_markdown])

onAnyStoreConsistently('is_markdown', (open) => {
  it('is kept for descriptions, comments and attachments, and false where nothing is said of it', async () => {
    const world = await open()
    const { id } = await file(world, { description: text, is_markdown: true })
    await world.as('bob').comments.create({ id, comment: text })
    await world.as('bob').comments.create({ id, comment: text, is_markdown: true })
    await update(world, id, { comment: { body: text } })
    await update(world, id, { comment: { body: text, is_markdown: true } })
    expect(await toldOf(world, id)).toEqual([true, false, true, false, true].map((flag) => [text, flag]))
    const target = await file(world)
    await update(world, id, { dupe_of: target.id, comment: { body: text, is_markdown: true } })
    expect((await lastComments(world, id)).at(-1)).toMatchObject({ is_markdown: true })
    expect((await lastComments(world, target.id)).at(-1)).toMatchObject({ is_markdown: false })
  })

  it('makes attachment:new the number of the attachment in each bug', async () => {
    const world = await open()
    const bugs = [await file(world), await file(world)]
    const attach = (is_markdown: boolean) =>
      world.as('bob').attachments.create({
        ...note,
        ids: bugs.map((bug) => bug.id),
        comment: 'See ![it](attachment:new) and attachment:new',
        is_markdown,
      })
    const { ids } = await attach(true)
    for (const [index, bug] of bugs.entries()) {
      const said = (await lastComments(world, bug.id)).at(-1)
      expect(said?.text).toContain(`See ![it](attachment:${ids[index]}) and attachment:new`)
      expect(said?.is_markdown).toBe(true)
    }
    await attach(false)
    expect((await lastComments(world, bugs[0]?.id ?? 0)).at(-1)?.text).toContain('![it](attachment:new)')
  })

  it('rejects a comment that is too long with the number of the attachment', async () => {
    const world = await open()
    const { id } = await file(world)
    const attach = (comment: string) =>
      world.as('bob').attachments.create({ ...note, ids: [id], comment, is_markdown: true })
    await attach('a')
    await inStore(world.store, async (tx) => {
      const [row] = await tx.select({ from: 'attachments' })
      await tx.put('attachments', [{ ...must(row, 'attachment', id), id: 123_456 }])
    })
    const comment = `(attachment:new)${'a'.repeat(65_535 - '(attachment:new)'.length)}`
    await expect(attach(comment)).rejects.toMatchObject({ code: 'comment_too_long', data: { field: 'comment' } })
    const { ids } = await attach(comment.slice(0, -3))
    expect((await lastComments(world, id)).at(-1)?.text).toContain(`(attachment:${ids[0]})aaa`)
  })

  it('stays when a text is edited, and can be changed without the text, as an edit', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'comment_edit_minutes', '-1'))
    const bug = (await file(world)).id
    const { id } = await world.as('eve').comments.create({ id: bug, comment: text, is_markdown: true })
    const edit = (input: { text: string; is_markdown?: boolean }) => world.as('eve').comments.update({ id, ...input })
    expect(await edit({ text })).toMatchObject({ revision: 0 })
    expect(await edit({ text: 'b' })).toMatchObject({ revision: 1 })
    expect(await lastComments(world, bug)).toMatchObject([{ text: 'b', is_markdown: true }])
    expect(await edit({ text: 'b', is_markdown: false })).toMatchObject({ revision: 2 })
    expect(await lastComments(world, bug)).toMatchObject([{ text: 'b', is_markdown: false }])
  })

  it('is refused while use_markdown is off, where texts that are there stay as they are', async () => {
    const world = await open()
    const { id } = await file(world, { description: text, is_markdown: true })
    const said = await world.as('alice').comments.create({ id, comment: text })
    await inStore(world.store, async (tx) => {
      await setParameter(tx, 'use_markdown', '0')
      await setParameter(tx, 'comment_edit_minutes', '-1')
    })
    const alice = world.as('alice')
    const is_markdown = true
    const refusals: [field: string, call: () => Promise<unknown>][] = [
      ['is_markdown', () => alice.comments.create({ id, comment: text, is_markdown })],
      ['is_markdown', () => alice.comments.update({ id: said.id, text, is_markdown })],
      ['is_markdown', () => file(world, { is_markdown })],
      ['comment.is_markdown', () => update(world, id, { comment: { body: text, is_markdown } })],
      ['is_markdown', () => alice.attachments.create({ ...note, ids: [id], comment: text, is_markdown })],
    ]
    for (const [field, call] of refusals)
      await expect(call()).rejects.toMatchObject({ code: 'markdown_disabled', number: 140, data: { field } })
    expect(await toldOf(world, id)).toEqual([
      [text, true],
      [text, false],
    ])
  })
})

onAnyStoreConsistently('mail about Markdown', (open) => {
  it('has the text as typed, and HTML in which nothing can run or be loaded', async () => {
    const { world, arrived, messageTo } = await openMailWorld(open)
    await inStore(world.store, (tx) => setParameter(tx, 'urlbase', 'https://bugs.example.com/'))
    const bug = await file(world)
    await arrived()
    const typed = '**a** <img src=x>\n\n![p](https://evil.example/x.png) bug 1 comment 2, comment 0'
    await update(world, bug.id, { comment: { body: typed, is_markdown: true } })
    const { text: plain, html } = await messageTo('bob')
    expect(plain).toContain(typed)
    expect(html).toContain(
      '<p><strong>a</strong> &lt;img src=x&gt;</p>\n' +
        '<p><a href="https://evil.example/x.png">p</a> ' +
        '<a href="https://bugs.example.com/show_bug.cgi?id=1#c2">bug 1 comment 2</a>, ' +
        `<a href="https://bugs.example.com/show_bug.cgi?id=${bug.id}#c0">comment 0</a></p>\n`,
    )
    expect(html).not.toMatch(/<img|<pre/)
  })

  it('shows a plain text, and one that is too deep, as typed', async () => {
    const { world, arrived, messageTo } = await openMailWorld(open)
    const bug = await file(world)
    await arrived()
    const deep = `${'> '.repeat(61)}**a**`
    for (const comment of [{ body: '**a**' }, { body: deep, is_markdown: true }]) {
      await update(world, bug.id, { comment })
      const { html } = await messageTo('bob')
      expect(html).toContain('**a**</pre>')
    }
  })
})
