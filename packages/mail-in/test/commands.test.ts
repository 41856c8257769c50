import { isTrackerError } from '@trackerkit/core'
import { afterAll, describe, expect, it } from 'vitest'
import { message, openMailbox, reader, verified } from './mailbox.js'

afterAll(() => reader.close?.())

/** Numbers from 0 to below 1, the same in each run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Values of each command: valid ones, wrong ones, and some that only some people may set. */
const values = {
  status: ['CONFIRMED', 'IN_PROGRESS', 'RESOLVED', 'VERIFIED', 'UNCONFIRMED', 'nonsense', ''],
  resolution: ['FIXED', 'WONTFIX', 'INVALID', 'DUPLICATE', 'nonsense', ''],
  priority: ['High', 'Low', '---', 'nonsense'],
  severity: ['critical', 'minor', 'enhancement', 'nonsense'],
  assigned_to: ['ann@example.com', 'bob@example.com', 'nobody@example.com'],
  cc: ['ann@example.com', 'ann@example.com, bob@example.com', 'nobody@example.com'],
  removecc: ['bob@example.com', 'ann@example.com'],
  keywords: ['easy', 'easy, hard', 'hard', 'nonsense'],
} as const

type Command = keyof typeof values
type Given = Partial<Record<Command, string>>

const listIn = (text = '') => text.split(', ').filter((one) => one !== '')

/** The same by `bugs.update`. */
function changesOf({ cc, removecc, keywords, ...rest }: Given) {
  const hasPeople = cc !== undefined || removecc !== undefined
  return {
    ...rest,
    ...(hasPeople && { cc: { add: listIn(cc), remove: listIn(removecc) } }),
    ...(keywords !== undefined && { keywords: { set: listIn(keywords) } }),
  }
}

async function openTwins() {
  const opened = await openMailbox()
  const { tracker, system } = opened
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  await system.intakes.create({ name: 'widgets', ...place, accepts: 'accounts' })
  for (const name of ['easy', 'hard']) await system.keywords.create({ name, description: name })
  await system.users.update({ names: ['ann@example.com'], groups: { add: ['editbugs', 'canconfirm'] } })
  const create = async (status: string) => {
    const bug = { ...place, summary: 'It blinks', status, cc: ['bob@example.com'], keywords: ['easy'] }
    return (await system.bugs.create(bug)).id
  }
  /** All that people see of a bug, but for what differs between any two bugs. */
  const shownOf = async (id: number) => {
    const [bug] = (await system.bugs.get({ ids: [id] })).bugs
    const [{ history } = { history: [] }] = (await system.bugs.history({ ids: [id] })).bugs
    const comments = (await system.comments.get({ ids: [id] })).bugs[id]?.comments ?? []
    const { id: _id, creation_time: _created, last_change_time: _changed, update_token: _token, ...fields } = bug ?? {}
    return {
      fields,
      changes: history.map(({ who, changes }) => ({ who, changes })),
      comments: comments.map(({ text, creator, is_private, count }) => ({ text, creator, is_private, count })),
    }
  }
  const byMail = async (who: string, id: number, given: Given, text: string) => {
    const lines = Object.entries(given).map(([name, value]) => `@${name} ${value}`)
    const body = [...lines, '', text].join('\r\n')
    const subject = `Re: [Bug ${id}] It blinks`
    const headers = [verified('example.com')]
    const sent = message({ from: who, to: 'bugs+widgets@tracker.example', subject, headers, body })
    return (await tracker.receiveMail(sent)).outcome === 'done'
  }
  const byUpdate = async (who: string, id: number, given: Given, text: string) => {
    const comment = text === '' ? {} : { comment: { body: text } }
    try {
      await tracker.as({ login: who }).bugs.update({ ids: [id], ...changesOf(given), ...comment })
      return true
    } catch (error) {
      if (isTrackerError(error)) return false
      throw error
    }
  }
  return { tracker, create, shownOf, byMail, byUpdate }
}

describe('commands by email', () => {
  it.each([1, 2, 3])('change a bug as bugs.update does, or are refused as it is, with seed %i', async (seed) => {
    const { tracker, create, shownOf, byMail, byUpdate } = await openTwins()
    const random = createRandom(seed)
    const choose = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T
    const outcomes = { true: 0, false: 0 }
    for (let round = 0; round < 100; round++) {
      const status = choose(['CONFIRMED', 'UNCONFIRMED', 'IN_PROGRESS'])
      const [one, other] = [await create(status), await create(status)]
      for (let step = 0; step < 2; step++) {
        const names = (Object.keys(values) as Command[]).filter(() => random() < 0.25)
        const given: Given = Object.fromEntries(names.map((name) => [name, choose<string>(values[name])]))
        // A message that begins with no command is a comment.
        if (names.length === 0) given.priority = 'High'
        const who = choose(['ann@example.com', 'bob@example.com'])
        const text = choose(['', 'Here too.'])
        const done = await byMail(who, one, given, text)
        expect([given, text, done]).toEqual([given, text, await byUpdate(who, other, given, text)])
        expect(await shownOf(one)).toEqual(await shownOf(other))
        outcomes[`${done}`]++
        // Fifty messages an hour are the limit.
        tracker.clock.advance({ hours: 1 })
      }
    }
    for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(30)
  })
})
