import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { file } from '../../../test/bugs.js'
import { onAnyStore } from '../../../test/harness.js'

onAnyStore('comments.render', (open) => {
  it('returns HTML without pictures, scripts and other addresses, with links below urlbase', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'urlbase', 'https://bugs.example.com/'))
    const { id } = await file(world, { alias: 'blink' })
    const text = '**a** <script>\n\n![p](attachment:4) [x](javascript:y) comment 2, bug 99'
    const render = (input: { id?: number | string }) => world.as(null).comments.render({ text, ...input })
    const { html } = await render({ id: 'Blink' })
    expect(html).toBe(
      '<p><strong>a</strong> &lt;script&gt;</p>\n' +
        '<p><a href="https://bugs.example.com/attachment.cgi?id=4">p</a> [x](javascript:y) ' +
        `<a href="https://bugs.example.com/show_bug.cgi?id=${id}#c2">comment 2</a>, ` +
        '<a href="https://bugs.example.com/show_bug.cgi?id=99">bug 99</a></p>\n',
    )
    expect((await render({})).html).toContain('</a> [x](javascript:y) comment 2, <a')
  })

  it('returns a text as typed that is too deep or too long', async () => {
    const world = await open()
    for (const text of [`${'> '.repeat(61)}<b>`, `${'**a** '.repeat(4000)}<b>`]) {
      const { html } = await world.as(null).comments.render({ text })
      expect(html).toMatch(/^<pre>.*&lt;b&gt;<\/pre>\n$/s)
    }
  })

  it('answers for a hidden bug as for one that does not exist', async () => {
    const world = await open()
    const { id } = await file(world, { groups: ['secret'] }, 'ivan')
    const failure = (bug: number) =>
      world
        .as('eve')
        .comments.render({ text: 'a', id: bug })
        .catch(({ code }: { code: string }) => code)
    expect([await failure(id), await failure(9999)]).toEqual(['bug_id_does_not_exist', 'bug_id_does_not_exist'])
  })
})
