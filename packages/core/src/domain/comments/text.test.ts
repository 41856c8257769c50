import { describe, expect, it } from 'vitest'
import { visibleText, type CommentType } from './text.js'

const context = { visibleBugIds: new Set([7]), attachmentSummaries: new Map([[3, 'A patch']]) }

function textOf(type: CommentType, text: string, { related_bug_id = 7, attachment_id = 3 } = {}): string {
  return visibleText({ type, text, related_bug_id, attachment_id }, context)
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
