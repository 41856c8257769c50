import { expect, it } from 'vitest'
import { formatTime } from './time.js'

it('[DATA-04] writes whole seconds in UTC', () => {
  expect(formatTime(new Date('2026-01-31T12:34:56.999Z'))).toBe('2026-01-31T12:34:56Z')
})
