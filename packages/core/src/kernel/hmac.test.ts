import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createHmacOf } from './hmac.js'

describe('createHmacOf', () => {
  it.each(['k', 'A43CharacterSecretOfAnInstallation000000000a', 'x'.repeat(64)])(
    'equals createHmac by the key %s',
    (key) => {
      const hmacOf = createHmacOf(key)
      for (const text of ['', '12.7.1764422400000', 'a longer text '.repeat(100), 'Zürich 🦊'])
        expect(hmacOf(text)).toBe(createHmac('sha256', key).update(text).digest('base64url'))
    },
  )
})
