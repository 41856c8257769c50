import { describe, expect, it } from 'vitest'
import { closeFence, longestFence } from '@trackerkit/markdown'

describe('closeFence', () => {
  it.each([
    ['```\nmake', '```\nmake\n```'],
    ['  ~~~~sh\nmake\n~~~', '  ~~~~sh\nmake\n~~~\n~~~~'],
    ['```\n~~~\n``` sh', '```\n~~~\n``` sh\n```'],
  ])('ends the code of %j', (text, closed) => {
    expect(closeFence(text)).toBe(closed)
  })

  it.each(['', 'make', '```\nmake\n```', '~~~\nmake\n~~~~', '``` a`b', '    ```', '`'.repeat(longestFence + 1)])(
    'leaves %j as it is',
    (text) => {
      expect(closeFence(text)).toBe(text)
    },
  )
})
