import { describe, expect, it, vi } from 'vitest'
import { isAllowedUrl } from '../src/allowed-url.js'
import { parseMarkdown, toHtml } from '../src/index.js'
import { parseBy } from '../src/parse.js'
import { createReader } from '../src/reader.js'
import { hrefOf, requireHarmless } from './harmless.js'
import { hostile, hostileTables } from './hostile.js'
import { requireWords } from './words.js'

const cpuOf = (work: () => void) => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

describe('parseMarkdown with hostile texts', () => {
  it.each(hostile)('ends with %s, within two seconds of CPU, and writes harmless HTML', (_, text) => {
    let html = ''
    const used = cpuOf(() => {
      const root = parseMarkdown(text)
      html = root ? toHtml(root, { href: hrefOf }) : ''
    })
    expect(used).toBeLessThan(2000)
    requireHarmless(html)
  })

  it.each([
    ['61 quotes', '> '.repeat(61) + 'a', true],
    ['59 quotes', '> '.repeat(59) + 'a', false],
    ['41 marks', `${'*a **b '.repeat(21)}x${'** *'.repeat(21)}`.replaceAll('** *', '***'), true],
    ['a long address with many uses', `[a]: https://a/${'b'.repeat(8000)}\n\n${'[a] '.repeat(2500)}`, true],
    ['a long title with many uses', `[a]: https://a "${'b'.repeat(8000)}"\n\n${'[a] '.repeat(2500)}`, true],
    ['a long address with many pictures', `[a]: https://a/${'b'.repeat(8000)}\n\n${'![a] '.repeat(2500)}`, true],
    ['an address with many uses', `[a]: https://a/${'b'.repeat(80)}\n\n${'[a] '.repeat(200)}`, false],
    ['a long link without an address', `[${'a\n'.repeat(1000)}${'abcd\n'.repeat(200_000)}]()`, false],
    ['a list of 8,400 items after 300 references', `${'[a]: https://b\n'.repeat(300)}\n${'- \n'.repeat(8400)}`, false],
    ['a list of 8,600 items after 300 references', `${'[a]: https://b\n'.repeat(300)}\n${'- \n'.repeat(8600)}`, true],
    ['a table of 400 cells by 100 rows', `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${'|\n'.repeat(100)}`, true],
  ])('shows %s as plain text if it is too much', (_, text, isPlain) => {
    expect(parseMarkdown(text) === null).toBe(isPlain)
  })

  it.each(hostileTables)('shows %s as plain text before it makes more tokens than the text may have', (_, text) => {
    const reader = createReader(isAllowedUrl)
    const push = vi.spyOn(reader.block.State.prototype, 'push')
    try {
      expect(parseBy(reader, text)).toBeNull()
      expect(push.mock.calls.length).toBeLessThanOrEqual(2000 + text.length / 2)
    } finally {
      push.mockRestore()
    }
  })

  it('formats a table of 20 columns and 100 rows with content', () => {
    const row = `${'| some words '.repeat(20)}|\n`
    const root = parseMarkdown(`${row}${'|-'.repeat(20)}|\n${row.repeat(100)}`)
    expect(root?.children).toMatchObject([{ type: 'table', rows: { length: 101 } }])
  })

  it('loses no word of random texts', () => {
    const check = () => {
      for (let seed = 1; seed <= 1000; seed++) requireWords(seed)
    }
    expect(check).not.toThrow()
  })
})

describe('toHtml', () => {
  it.each([
    ...[
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      'java\tscript:alert(1)',
      'java\nscript:x',
    ],
    ...['&#106;avascript:x', '&#x6A;avascript:x', '&#0000106avascript:x', 'javascript&colon;x', 'javascript&#58;x'],
    ...['%6Aavascript:x', 'javascript%3Ax', '\\javascript:x', 'java\\script:x', 'vbscript:x', 'data:text/html,<b>'],
    ...['file:///etc/passwd', '//example.com', '/relative', '#hash', 'https:evil', 'http:', 'ftp://a.b', 'blob:x'],
    ...[
      'attachment:',
      'attachment:x',
      'attachment:4/../..',
      'attachment:99999999999',
      '\0javascript:x',
      '\u0001javascript:x',
    ],
    ...[
      'feed:https://a',
      'view-source:https://a',
      'about:blank',
      'intent://a',
      'ws://a',
      'mailto',
      'httpss://a',
      'x-https://a',
    ],
    ...['\ufeffjavascript:x', '\u2028javascript:x', 'jav&Tab;ascript:x', 'javascript://https://a'],
  ])('makes no link of %j', (url) => {
    for (const text of [`[a](${url})`, `[a](<${url}>)`, `![a](${url})`, `[a]\n\n[a]: ${url}`, `<${url}>`]) {
      const root = parseMarkdown(text)
      const html = root ? toHtml(root, { href: (target) => (target.kind === 'url' ? target.url : null) }) : ''
      requireHarmless(html)
      // Whole addresses within the text are links, as in plain texts.
      for (const [, address = ''] of html.matchAll(/href="([^"]*)"/g)) expect(address).toMatch(/^https?:\/\/a/)
    }
  })

  it('writes what is Markdown, and what is HTML as text', () => {
    const text =
      '## A **b**\n\n<script>x</script>\n![p](attachment:4 "t") ![q](https://a.b/c.png)\n\n- [x] bug 12\n\n`<b>`'
    const root = parseMarkdown(text)
    expect(root && toHtml(root, { href: hrefOf })).toBe(
      '<p><strong>A <strong>b</strong></strong></p>\n' +
        '<p>&lt;script&gt;x&lt;/script&gt;<br>\n<a href="https://bugs.example.com/attachment">p</a> <a href="https://a.b/c.png">q</a></p>\n' +
        '<ul>\n<li>☑ <a href="https://bugs.example.com/bug">bug 12</a></li>\n</ul>\n' +
        '<p><code>&lt;b&gt;</code></p>\n',
    )
  })
})
