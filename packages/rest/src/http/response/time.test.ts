import { expect, it } from 'vitest'
import { formatTime } from './time.js'

it('times are written in whole seconds of UTC [DATA-04]', () => {
  expect(formatTime(new Date('2026-01-31T12:34:56.999Z'))).toBe('2026-01-31T12:34:56Z')
})
