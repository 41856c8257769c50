import { memoryStore } from '@trackerkit/adapter-memory'
import { copyStore } from '@trackerkit/core/moving'
import { createTracker } from '@trackerkit/core'
import type { TrackerSchema, Writer } from '@trackerkit/core/schema'
import type { Store } from '@trackerkit/core/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAsker } from '../bugzilla/ask.js'
import { allHabits, type Habits } from '../../test/source/habits.js'
import { serveSource } from '../../test/source/serve.js'
import { administrator } from '../../test/source/setting.js'
import { openSource, type Source } from '../../test/source/source.js'
import { verify, type VerifyOptions } from './verify.js'

const store = memoryStore()
/** Errors of the servers. */
const faults: unknown[][] = []
const closing: (() => unknown)[] = []
let source: Source

beforeAll(async () => {
  source = await openSource({ bugs: 60, seed: 7, store })
})
afterAll(async () => {
  for (const close of closing.splice(0)) await close()
  await source.close()
})

/** Client of a tracker with these habits. */
async function ask(tracker: Source['tracker'], habits: Habits = {}, apiKey: string | undefined = administrator.key) {
  const served = await serveSource({ tracker }, { habits })
  closing.push(() => served.close())
  faults.push(served.faults)
  const pause = () => Promise.resolve()
  const asker = createAsker({ url: served.url, apiKey, rate: 1e9, pause })
  if (habits.ignoresHeaders) asker.sendKeyIn('query')
  return asker
}

/** An equal tracker, in which something is changed. */
async function copy(plant?: (tx: Writer) => Promise<unknown>): Promise<Source['tracker']> {
  const other = memoryStore()
  await copyStore(store, other)
  if (plant) await (other as unknown as Store<TrackerSchema>).write(plant)
  const tracker = await createTracker({ store: other })
  closing.push(() => tracker.close())
  return tracker
}

async function compare(target: VerifyOptions['target'], habits: Habits = {}, options: Partial<VerifyOptions> = {}) {
  return verify({ source: await ask(source.tracker, habits), target, sample: 1000, ...options })
}

describe('verify', () => {
  it('finds an equal tracker equal, whatever habits the other has', async () => {
    const target = await ask(await copy())
    const plain = await compare(target)
    expect(plain).toMatchObject({ differences: [], unread: [] })
    expect(plain.compared).toBeGreaterThanOrEqual(60)
    const { mergesHistory: _merges, ...habits } = allHabits
    const odd = await compare(target, { ...habits, poisoned: { page: [9], json: [17] } })
    expect(odd.differences).toEqual([])
    expect(odd.unread.map(({ bug }) => bug)).toEqual([9, 17])
    expect(odd.compared).toBe(plain.compared - 2)
    expect(faults.flat()).toEqual([])
    expect(Object.keys(odd.allowed)).toEqual(
      expect.arrayContaining(['numbers', 'yes and no', 'one of a list', 'no place here']),
    )
  })

  it('finds each difference, and names its place', async () => {
    const of = (id: number) => ({ col: 'id', eq: id }) as const
    const ofBug = (bug_id: number) => ({ col: 'bug_id', eq: bug_id }) as const
    const tracker = await copy(async (tx) => {
      await tx.update('bugs', of(3), { summary: 'Planted', deadline: '2001-01-01', last_change_time: new Date(0) })
      await tx.update('bugs', of(4), { remaining_time: 99.5, url: 'http://planted.example/' })
      await tx.update('comments', of(1), { text: 'Planted', is_private: true })
      await tx.update('flags', { col: 'attachment_id', eq: null }, { status: '-', requestee_id: 1 })
      await tx.update('bug_history', { col: 'field', eq: 'priority' }, { added: 'Planted' })
      for (const entity of ['attachment_data', 'attachment_parts'] as const)
        await tx.update(entity, { col: 'attachment_id', gt: 0 }, { data: new Uint8Array([1]) })
      await tx.update('attachments', { col: 'id', gt: 0 }, { is_obsolete: true })
      await tx.delete('bug_cc', ofBug(5))
      for (const entity of ['custom_values', 'bug_keywords', 'bug_dependencies'] as const)
        await tx.delete(entity, { col: 'bug_id', gt: 0 })
      await tx.delete('bugs', of(6))
    })
    const { differences } = await compare(await ask(tracker))
    const places = new Set(differences.map(({ place }) => place.replaceAll(/\d+/g, '#').replace(/ of .*:/, ' of')))
    // Links to the bug that is gone are gone, too, where there were any.
    expect([...places].filter((place) => !place.includes('see_also')).sort()).toEqual([
      ...['attachment #: is_obsolete', 'attachment #: sha#', 'blocks', 'cc', 'cf_day', 'cf_platforms', 'cf_points'],
      ...['cf_story', 'cf_team', 'cf_text', 'cf_ticket', 'cf_when', 'comment #: is_private', 'comment #: text'],
      ...['deadline', 'depends_on', 'flag #: requestee', 'flag #: status', 'history of priority', 'keywords'],
      ...['last_change_time', 'remaining_time', 'summary', 'the bug', 'url'],
    ])
  })
})
