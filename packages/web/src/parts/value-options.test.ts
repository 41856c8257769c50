import { describe, expect, it } from 'vitest'
import { mainTexts } from '../texts/index.js'
import { inWords, wordsOfValue } from '../page/value-words.js'
import { matching } from './option.js'
import { valueOptions } from './value-options.js'

describe('inWords', () => {
  it.each([
    ['IN_PROGRESS', 'In progress'],
    ['CONFIRMED', 'Confirmed'],
    ['WONTFIX', "Won't fix"],
    ['WORKSFORME', 'Works for me'],
    ['P1', 'P1'],
    ['Ready for QA', 'Ready for QA'],
    ['In_Review', 'In_Review'],
    ['constructor', 'constructor'],
    ['', ''],
  ])('reads %j as %j', (name, words) => {
    expect(inWords(mainTexts, name)).toBe(words)
  })
})

describe('wordsOfValue', () => {
  it('leaves the values of other fields as they are', () => {
    expect(wordsOfValue(mainTexts, 'version', 'IN_PROGRESS')).toBe('IN_PROGRESS')
    expect(wordsOfValue(mainTexts, 'bug_status', 'IN_PROGRESS')).toBe('In progress')
  })
})

describe('valueOptions', () => {
  it('are found by their words and by their names', () => {
    const options = valueOptions(mainTexts, 'resolution', ['FIXED', 'WONTFIX'])
    for (const typed of ["won't", 'WONTFIX', 'wontf']) expect(matching(options, typed)[0]?.value).toBe('WONTFIX')
  })
})
