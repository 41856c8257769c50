import { parseMarkdown, toHtml } from '@trackerkit/markdown'
import { describe, expect, it } from 'vitest'
import { visibleText, type CommentType } from './text.js'

const context = { visibleBugIds: new Set([7]), attachmentSummaries: new Map([[3, 'A patch']]) }

function textOf(type: CommentType, text: string, { related_bug_id = 7, attachment_id = 3 } = {}): string {
  return visibleText({ type, text, related_bug_id, attachment_id, is_markdown: false }, context)
}

/** The same as Markdown, formatted. */
function htmlOf(type: CommentType, text: string, summary: string): string {
  const comment = { type, text, related_bug_id: 7, attachment_id: 3, is_markdown: true }
  const shown = visibleText(comment, { ...context, attachmentSummaries: new Map([[3, summary]]) })
  const root = parseMarkdown(shown)
  return root ? toHtml(root, { href: () => null }) : ''
}

describe('the text of a comment', () => {
  it('is what its author wrote', () => {
    expect(textOf('normal', 'Seen it')).toBe('Seen it')
  })

  it('ends with the bug that this one duplicates', () => {
    expect(textOf('duplicate_of', 'Same thing')).toBe(
      'Same thing\n\n*** This bug has been marked as a duplicate of bug 7 ***',
    )
  })

  it('has no empty lines where the author said nothing', () => {
    expect(textOf('duplicate_of', '')).toBe('*** This bug has been marked as a duplicate of bug 7 ***')
    expect(textOf('has_duplicate', '')).toBe('*** Bug 7 has been marked as a duplicate of this bug. ***')
    expect(textOf('attachment_created', '')).toBe('Created attachment 3\nA patch')
  })

  it('begins with what was done to an attachment', () => {
    expect(textOf('attachment_created', 'Try this')).toBe('Created attachment 3\nA patch\n\nTry this')
    expect(textOf('attachment_updated', 'Better')).toBe('Comment on attachment 3\nA patch\n\nBetter')
  })

  it.each([
    '```js',
    '~~~',
    '# 1',
    '- a',
    '1. a',
    '> a',
    '---',
    '===',
    '*a* `b`',
    '[a](b)',
    '&amp; \\_',
    'a | b',
    '<b>',
  ])('shows %s as the summary of an attachment before Markdown', (summary) => {
    const shown = summary.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    const html = `<p>Created attachment 3<br>\n${shown}</p>\n<p><em>Try</em> this</p>\n`
    expect(htmlOf('attachment_created', '*Try* this', summary)).toBe(html)
  })

  it('leaves summaries readable that are no Markdown', () => {
    const comment = { type: 'attachment_created', text: '', related_bug_id: null, attachment_id: 3, is_markdown: true }
    const summary = 'Fix for foo_bar.c, see https://example.com/a_b'
    expect(visibleText(comment, { ...context, attachmentSummaries: new Map([[3, summary]]) })).toContain(`\n${summary}`)
  })

  it('keeps the bug that this one duplicates out of code that Markdown leaves open', () => {
    const marker = '<p>*** This bug has been marked as a duplicate of bug 7 ***</p>'
    expect(htmlOf('duplicate_of', '```\nmake', '')).toBe(`<pre><code>make\n</code></pre>\n${marker}\n`)
  })

  it('names neither bugs nor attachments that the reader may not see [GEN-28]', () => {
    expect(textOf('duplicate_of', '', { related_bug_id: 8 })).toBe(
      '*** This bug has been marked as a duplicate of another bug ***',
    )
    expect(textOf('has_duplicate', '', { related_bug_id: 8 })).toBe(
      '*** Another bug has been marked as a duplicate of this bug. ***',
    )
    expect(textOf('attachment_created', 'Try this', { attachment_id: 4 })).toBe('Created an attachment\n\nTry this')
    expect(textOf('attachment_updated', 'Better', { attachment_id: 4 })).toBe('Comment on an attachment\n\nBetter')
  })
})
