import { describe, expect, it } from 'vitest'
import { matching, optionsOf } from './option.js'

describe('matching', () => {
  it.each([
    ['high', ['High', 'Highest', 'Not high', 'Sky-high', 'Thigh']],
    ['HIGHE', ['Highest']],
    ['ecran', ['Écran']],
    ['progress', ['IN_PROGRESS']],
    ['nothing', []],
  ])('finds %s: the whole text, its start, a word, a part', (typed, expected) => {
    const names = ['Thigh', 'Highest', 'Not high', 'High', 'Sky-high', 'Écran', 'IN_PROGRESS']
    expect(matching(optionsOf(names), typed).map(({ text }) => text)).toEqual(expected)
  })
})
