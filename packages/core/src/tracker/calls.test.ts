import { describe, expect, it } from 'vitest'
import { defaultEnvironment } from '../kernel/environment.js'
import { createCalls } from './calls.js'

describe('calls that a program awaits one after the other', () => {
  it('let other work run, although none of them waits for anything', async () => {
    const calls = createCalls(defaultEnvironment)
    let hasRun = false
    setTimeout(() => (hasRun = true))
    while (!hasRun) await calls.track(async () => undefined)
    expect(hasRun).toBe(true)
  })
})
