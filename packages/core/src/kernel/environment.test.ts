import { expect, it, vi } from 'vitest'
import { StoreError } from '../store/index.js'
import { causedBy } from '../call/store-errors.js'
import { defaultEnvironment } from './environment.js'
import { TrackerError } from './errors.js'

it.each(['warn', 'error'] as const)('the default logger prints with %s why the database is unavailable', (level) => {
  const console = vi.spyOn(globalThis.console, level).mockImplementation(() => undefined)
  const driver = new AggregateError([new Error('connect ECONNREFUSED ::1:5432')])
  const store = new StoreError('unavailable', 'the database is unavailable', { cause: driver })
  const error = causedBy(store, new TrackerError('store_unavailable'))
  defaultEnvironment.logger[level]('could not look after mail', { error })
  const printed = console.mock.lastCall?.join(' ')
  expect(printed).toMatch(/^trackerkit: could not look after mail /)
  expect(printed).toContain('connect ECONNREFUSED ::1:5432')
})
