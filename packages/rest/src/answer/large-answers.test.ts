import { isTrackerError } from '@trackerkit/core'
import { describe, expect, it } from 'vitest'
import { createLargeAnswers } from './large-answers.js'

const text = (length: number) => ({ text: 'x'.repeat(length) })

describe('createLargeAnswers', () => {
  it('gives a place to few at a time, and to the smallest of those that wait', async () => {
    const places = createLargeAnswers({ atOnce: 1 })
    const order: string[] = []
    const enter = async (name: string, value: unknown) => {
      const leave = await places.enter(value)
      order.push(name)
      return leave
    }
    const first = await enter('first', text(10))
    const [large, small] = [enter('large', { data: new Uint8Array(5000) }), enter('small', text(1000))]
    await Promise.resolve()
    expect(order).toEqual(['first'])
    first()
    const leaveSmall = await small
    expect(order).toEqual(['first', 'small'])
    leaveSmall()
    leaveSmall()
    const leaveLarge = await large
    leaveLarge()
    expect(order).toEqual(['first', 'small', 'large'])
  })

  it('refuses with too_busy once too much waits, and waits again when that is less', async () => {
    const places = createLargeAnswers({ atOnce: 1, waiting: 10_000 })
    const leave = await places.enter(text(50_000))
    const waiting = places.enter(text(8000))
    await expect(places.enter(text(8000))).rejects.toSatisfy((error) => isTrackerError(error, 'too_busy'))
    leave()
    const leaveSecond = await waiting
    const third = places.enter(text(8000))
    leaveSecond()
    expect(await third).toBeTypeOf('function')
  })
})
