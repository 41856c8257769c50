import { describe, expect, it } from 'vitest'
import { createEventHub, type TrackerEvent } from './events.js'

const at = new Date('2026-03-01T12:00:00Z')
const created = (bug_id: number): TrackerEvent => ['bug.created', { bug_id, user_id: 1, at }]

function createHub() {
  const logged: unknown[] = []
  const logger = {
    warn: () => undefined,
    error: (message: string, details?: object) => void logged.push([message, details]),
  }
  return { hub: createEventHub(logger), logged }
}

describe('listeners', () => {
  it('are called for their event, in the order of subscription, event by event', () => {
    const { hub } = createHub()
    const seen: string[] = []
    hub.on('bug.created', ({ bug_id }) => void seen.push(`first ${bug_id}`))
    hub.on('bug.created', ({ bug_id }) => void seen.push(`second ${bug_id}`))
    hub.on('bug.changed', () => void seen.push('other'))
    hub.fire([created(1), created(2)])
    expect(seen).toEqual(['first 1', 'second 1', 'first 2', 'second 2'])
  })

  it('may return a value', () => {
    const { hub } = createHub()
    const seen: number[] = []
    hub.on('bug.created', ({ bug_id }) => seen.push(bug_id))
    hub.on('*', async ([name]) => Promise.resolve(name))
    hub.fire([created(1)])
    expect(seen).toEqual([1])
  })

  it('are refused for an event that does not exist, and when they are no functions', () => {
    const { hub } = createHub()
    const refused = (message: string) => expect.objectContaining({ code: 'invalid_options', message }) as unknown
    const names = `bug.created, bug.changed, bug.deleted, comment.added, attachment.added, flag.changed, administration.changed, *`
    expect(() => hub.on('bug.create' as 'bug.created', () => undefined)).toThrow(
      refused(`name cannot be 'bug.create'. Accepted: ${names}.`),
    )
    for (const [listener, kind] of [
      [undefined, 'a missing value'],
      [{}, "'an object'"],
    ] as const)
      expect(() => hub.on('bug.created', listener as unknown as () => void)).toThrow(
        refused(`listener cannot be ${kind}. Accepted: a function.`),
      )
  })

  it('are not called any more after they were removed', () => {
    const { hub } = createHub()
    const seen: number[] = []
    const stop = hub.on('bug.created', ({ bug_id }) => void seen.push(bug_id))
    hub.fire([created(1)])
    stop()
    stop()
    hub.fire([created(2)])
    expect(seen).toEqual([1])
  })

  it("of '*' receive all events with their names, each after the listeners of its name", () => {
    const { hub } = createHub()
    const seen: unknown[] = []
    const changed: TrackerEvent = ['bug.changed', { bug_id: 1, user_id: 1, at, changes: [] }]
    const stop = hub.on('*', ([name, event]) => void seen.push([name, event]))
    hub.on('bug.created', ({ bug_id }) => void seen.push(bug_id))
    hub.fire([created(1), changed])
    expect(seen).toEqual([1, created(1), changed])
    stop()
    hub.fire([changed])
    expect(seen).toHaveLength(3)
  })

  it('that throw or reject are logged, and affect neither the caller nor each other', async () => {
    const { hub, logged } = createHub()
    const seen: number[] = []
    const mistakes = [new Error('thrown'), new Error('rejected')] as const
    hub.on('bug.created', () => {
      throw mistakes[0]
    })
    hub.on('bug.created', async () => Promise.reject(mistakes[1]))
    hub.on('bug.created', ({ bug_id }) => void seen.push(bug_id))
    hub.fire([created(1)])
    expect(seen).toEqual([1])
    await new Promise((resolve) => setImmediate(resolve))
    expect(logged).toEqual(mistakes.map((error) => ['a listener failed', { event: 'bug.created', error }]))
  })
})
