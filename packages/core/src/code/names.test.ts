import { describe, expect, it } from 'vitest'
import type { CodeItem } from './code-event.js'
import { bugNumberIn, bugsNamedBy, isRevert } from './names.js'

const item: CodeItem = {
  ...{ kind: 'pull_request', ref: '1', url: 'https://github.com/a/b/pull/1', title: '', text: '', branch: '' },
  ...{ target: 'main', state: 'open', author: '', isAccount: false, changedAt: new Date(0) },
}
const rules = { numbers: false, urlbase: 'https://bugs.example.com/' }

describe('bugsNamedBy', () => {
  it.each<[where: 'title' | 'text' | 'branch', text: string, bugs: Record<number, boolean>]>([
    ['title', 'Bug 12 - stop blinking', { 12: false }],
    ['title', 'bug-12: stop', { 12: false }],
    ['title', 'Stop (BUG #12)', { 12: false }],
    ['title', 'bugs 12, 13 and 14', { 12: false, 13: false, 14: false }],
    ['title', 'Fixes bug 12, and bug 13', { 12: true, 13: false }],
    ['title', 'Fixed bugs 12 and 13', { 12: true, 13: true }],
    ['title', 'issue 1 of 2, version 12', {}],
    ['title', 'debug 12, bug12x, docs/bug-12, bug 12.txt', {}],
    ['title', 'Fixes #12', {}],
    ['title', 'Bug 12345678901234567890', {}],
    ['title', 'Closes https://bugs.example.com/show_bug.cgi?id=12', { 12: true }],
    ['title', 'Closes https://elsewhere.example.com/bug/12', {}],
    ['text', 'As bug 12 shows, this is hard', {}],
    ['text', 'See https://bugs.example.com/bug/12 for more', { 12: false }],
    ['text', 'More words\r\n\r\nFixes bug 12\nBug: 13, 14', { 12: true, 13: false, 14: false }],
    ['branch', 'bug-12-stop', { 12: false }],
    ['branch', 'alice/bug-12', { 12: false }],
    ['branch', 'nobug-12', {}],
  ])('finds in the %s %j', (where, text, bugs) => {
    expect(Object.fromEntries(bugsNamedBy({ ...item, [where]: text }, rules))).toEqual(bugs)
  })

  it('takes a number behind a verb for a bug where that is configured', () => {
    const numbers = { ...rules, numbers: true }
    expect([...bugsNamedBy({ ...item, title: 'Fixes #12, see #13' }, numbers)]).toEqual([[12, true]])
  })

  it('looks through long texts of half names in linear time', () => {
    const title = 'bug '.repeat(16_000)
    expect([...bugsNamedBy({ ...item, title, text: title }, rules)]).toEqual([])
  })
})

describe('isRevert', () => {
  it('knows the texts of git and of hosts', () => {
    expect(isRevert({ title: 'Revert "Fixes bug 12"', text: '' })).toBe(true)
    expect(isRevert({ title: 'Back out', text: 'This reverts commit 4522cbc.' })).toBe(true)
    expect(isRevert({ title: 'Fixes bug 12', text: 'See the reverted part' })).toBe(false)
  })
})

describe('bugNumberIn', () => {
  it('finds the first bug as bugzilla.mozilla.org does', () => {
    const texts = ['Bug 12: a', 'Bug - 12', 'bug-12', 'Some bug 12 and bug 13', 'debug 12', 'Bug: 12']
    expect(texts.map(bugNumberIn)).toEqual([12, 12, 12, 12, undefined, undefined])
  })
})
