import { tests } from 'commonmark-spec'
import { describe, expect, it } from 'vitest'
import { parseBy, parseMarkdown } from '../src/parse.js'
import { createReader } from '../src/reader.js'
import { exampleHtml } from './examples.js'

const anyAddress = createReader(() => true)

/** In the HTML of the examples, in which every line end is a break, and pictures have no title. */
const alike = (html: string) =>
  html
    .replace(/<br \/>\n/g, '\n')
    .replace(/(<img [^>]*?) title="[^"]*"/g, '$1')
    .replace(/\n+/g, '\n')

/** Examples that are deliberately read differently. */
const different: Readonly<Record<string, readonly number[]>> = {
  'HTML is text': [
    ...[21, 31, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643],
    ...tests.filter(({ section }) => section === 'HTML blocks').map((one) => one.number),
    ...[613, 614, 615, 616, 617, 623, 625, 626, 627, 628, 629, 630, 631],
  ],
  'A link without an address is its words': [200, 485, 486, 487, 567],
  'Character references are those of HTML 4': [25],
}

describe('parseMarkdown', () => {
  it('reads the examples of CommonMark 0.31.2, but for named differences', () => {
    const found = tests.filter(({ markdown, html }) => {
      const tree = parseBy(anyAddress, markdown.replaceAll('→', '\t'))
      return alike(exampleHtml(tree)) !== alike(html.replaceAll('→', '\t'))
    })
    const expected = Object.values(different).flat()
    expect(found.map((one) => one.number)).toEqual(expected.toSorted((a, b) => a - b))
  })

  // From GFM 0.29, in its words.
  it.each([
    [
      '| foo | bar |\n| --- | --- |\n| baz | bim |',
      '<table>\n<thead>\n<tr>\n<th>foo</th>\n<th>bar</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>baz</td>\n<td>bim</td>\n</tr>\n</tbody>\n</table>\n',
    ],
    [
      '| abc | defghi |\n:-: | -----------:\nbar | baz',
      '<table>\n<thead>\n<tr>\n<th align="center">abc</th>\n<th align="right">defghi</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="center">bar</td>\n<td align="right">baz</td>\n</tr>\n</tbody>\n</table>\n',
    ],
    [
      '| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |',
      '<table>\n<thead>\n<tr>\n<th>f|oo</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b <code>|</code> az</td>\n</tr>\n<tr>\n<td>b <strong>|</strong> im</td>\n</tr>\n</tbody>\n</table>\n',
    ],
    [
      '| abc | def |\n| --- | --- |\n| bar | baz |\n> bar',
      '<table>\n<thead>\n<tr>\n<th>abc</th>\n<th>def</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>bar</td>\n<td>baz</td>\n</tr>\n</tbody>\n</table>\n<blockquote>\n<p>bar</p>\n</blockquote>\n',
    ],
    ['| abc | def |\n| --- |\n| bar |', '<p>| abc | def |\n| --- |\n| bar |</p>\n'],
    [
      '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |',
      '<table>\n<thead>\n<tr>\n<th>abc</th>\n<th>def</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>bar</td>\n<td></td>\n</tr>\n<tr>\n<td>bar</td>\n<td>baz</td>\n</tr>\n</tbody>\n</table>\n',
    ],
    [
      '- [ ] foo\n- [x] bar',
      '<ul>\n<li><input disabled="" type="checkbox"> foo</li>\n<li><input checked="" disabled="" type="checkbox"> bar</li>\n</ul>\n',
    ],
    [
      '- [x] foo\n  - [ ] bar\n- [ ] bim',
      '<ul>\n<li><input checked="" disabled="" type="checkbox"> foo\n<ul>\n<li><input disabled="" type="checkbox"> bar</li>\n</ul>\n</li>\n<li><input disabled="" type="checkbox"> bim</li>\n</ul>\n',
    ],
    ['~~Hi~~ Hello, world!', '<p><del>Hi</del> Hello, world!</p>\n'],
    ['This ~~has a\n\nnew paragraph~~.', '<p>This ~~has a</p>\n<p>new paragraph~~.</p>\n'],
  ])('reads %j as GFM does', (markdown, html) => {
    expect(exampleHtml(parseMarkdown(markdown))).toBe(html)
  })

  it.each([
    ['[a](http://münchen.example/ä)', '<p><a href="http://xn--mnchen-3ya.example/%C3%A4">a</a></p>\n'],
    ['<HTTP://EXAMPLE.COM>', '<p><a href="HTTP://EXAMPLE.COM">HTTP://EXAMPLE.COM</a></p>\n'],
    ['[a](http://ä\u2028.example)', '<p><a href="http://%C3%A4%E2%80%A8.example">a</a></p>\n'],
  ])('encodes the host of %j, and leaves one of letters or that is not valid', (markdown, html) => {
    expect(exampleHtml(parseMarkdown(markdown))).toBe(html)
  })

  it.each([
    ['- [ ] one\n  1. [x] two\n> * [X] three', [2, 15, 27]],
    ['[ ] no item\n- [] x\n- [x]y\n- [ ]\n\n      - [ ] code', []],
    ['- [x] task\n\n[x]: https://example.com', [2]],
  ])('says where the boxes of %j are', (markdown, offsets) => {
    const found = JSON.stringify(parseMarkdown(markdown)).matchAll(/"offset":(\d+)/g)
    expect([...found].map(([, offset]) => Number(offset))).toEqual(offsets)
    for (const at of offsets) expect(markdown[at]).toBe('[')
  })
})
