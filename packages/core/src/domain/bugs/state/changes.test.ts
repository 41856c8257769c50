import { describe, expect, it } from 'vitest'
import { joinItems } from './changes.js'

describe('joinItems', () => {
  it.each([[['10', '1a', '9', 'b']], [['b', '9', '10', '1a']], [['1a', '10', 'b', '9']]])(
    'sorts numbers, and texts after them: %j',
    (items) => {
      expect(joinItems(items)).toBe('9, 10, 1a, b')
    },
  )
})
