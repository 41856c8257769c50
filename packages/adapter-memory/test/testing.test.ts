// The test kit, as the tests of other programs use it.
import { typed, type PlainReader, type PlainStore, type Store } from '@trackerkit/core/store'
import { afterEach, describe, expect, it } from 'vitest'
import { memoryStore } from '../src/index.js'
import { createTestTracker, type TestTracker, type TestTrackerOptions } from '../src/testing/index.js'

const opened: TestTracker[] = []

async function open(options?: TestTrackerOptions): Promise<TestTracker> {
  const tracker = await createTestTracker(options)
  opened.push(tracker)
  return tracker
}

afterEach(async () => {
  for (const tracker of opened.splice(0)) await tracker.close()
})

async function summaries(tracker: TestTracker): Promise<string[]> {
  const { bugs } = await tracker.asSystem().bugs.search({ include_fields: ['summary'] })
  return bugs.map((bug) => bug.summary)
}

/** Memory, but for the summaries of bugs, which it has forgotten. */
function forgetfulStore(): Store {
  const plain = memoryStore() as unknown as PlainStore
  const forgetful = (tx: PlainReader): PlainReader => ({
    ...tx,
    async select(query) {
      const rows = await tx.select(query)
      return query.from === 'bugs' ? rows.map((row) => ({ ...row, summary: null })) : rows
    },
  })
  const read: PlainStore['read'] = (work, options) => plain.read((tx) => work(forgetful(tx)), options)
  return typed({ ...plain, read })
}

describe('tracker.make', () => {
  it('makes what is not given, parents too, with names that count up', async () => {
    const { make } = await open()
    expect(await make.bug()).toMatchObject({
      summary: 'Bug 1',
      product: 'Product 1',
      component: 'Component 1',
      version: '1.0',
      creator: 'admin@example.com',
    })
    expect(await make.bug()).toMatchObject({ summary: 'Bug 2', product: 'Product 2', component: 'Component 2' })
    expect(await make.user()).toMatchObject({ login: 'user1@example.com' })
    expect(await make.component()).toMatchObject({ name: 'Component 3', product: 'Product 3' })
    expect(await make.group()).toMatchObject({ name: 'Group 1' })
    expect(await make.customField()).toMatchObject({ name: 'cf_field1', display_name: 'Field 1', type: 1 })
    expect(await make.attachment()).toMatchObject({
      file_name: 'attachment1.txt',
      content_type: 'text/plain',
      bug_id: 3,
    })
  })

  it('takes what is given in the place of what it would make', async () => {
    const { make } = await open()
    const product = await make.product({ name: 'Widgets', version: '7' })
    const bug = await make.bug({ product: product.name, summary: 'It blinks', priority: 'High' })
    expect(bug).toMatchObject({ product: 'Widgets', version: '7', summary: 'It blinks', priority: 'High' })
    const { component } = bug
    expect(await make.bug({ product: 'Widgets', component })).toMatchObject({ component, summary: 'Bug 2' })
    expect(await make.attachment({ ids: [bug.id], summary: 'Photo' })).toMatchObject({
      bug_id: bug.id,
      summary: 'Photo',
    })
  })

  it('makes what is given as undefined, as it makes what is absent', async () => {
    const { make } = await open()
    expect((await make.user({ email: undefined, full_name: undefined, groups: undefined })).login).toBe(
      'user1@example.com',
    )
    expect((await make.product({ name: undefined })).name).toBe('Product 1')
    expect((await make.component({ name: undefined, product: undefined })).name).toBe('Component 1')
    const bug = await make.bug({ summary: undefined, product: undefined, creator: undefined, comments: undefined })
    expect(bug.summary).toBe('Bug 1')
    expect((await make.attachment({ ids: [bug.id], summary: undefined })).summary).toBe('Attachment 1')
    expect((await make.group({ name: undefined })).name).toBe('Group 1')
    expect((await make.customField({ name: undefined })).name).toBe('cf_field1')
  })

  it('makes people in groups, who act as themselves', async () => {
    const { make } = await open()
    const alice = await make.user({ email: 'alice@example.com', groups: ['editbugs'] })
    const bug = await make.bug({ creator: alice, comments: ['one', 'two'] })
    expect(bug.creator).toBe('alice@example.com')
    await alice.as.bugs.update({ ids: [bug.id], priority: 'Low' })
    const { bugs } = await alice.as.comments.get({ ids: [bug.id] })
    expect(bugs[bug.id]?.comments.map(({ text, creator }) => [text, creator])).toEqual(
      ['', 'one', 'two'].map((text) => [text, 'alice@example.com']),
    )
    const file = await make.attachment({ ids: [bug.id], creator: alice })
    expect(file.creator).toBe('alice@example.com')
  })

  it('makes things in the name of whoever administers the tracker', async () => {
    const { make } = await open({ administrator: { login: 'root@example.com' } })
    expect(await make.bug()).toMatchObject({ creator: 'root@example.com', assigned_to: 'root@example.com' })
  })
})

describe('a test tracker made from a snapshot', () => {
  it('begins with what was committed, and keeps what it writes from all others', async () => {
    const first = await open()
    const { product, component } = await first.make.bug({ summary: 'of all' })
    const from = first.snapshot()
    const [one, two] = [await open({ from }), await open({ from })]
    await first.make.bug({ product, component, summary: 'of the first' })
    const { id } = await one.make.bug({ product, component, summary: 'of one' })
    await two.asSystem('admin@example.com').bugs.update({ ids: [1], summary: 'changed by two' })
    expect(id).toBe(2)
    expect(await summaries(first)).toEqual(['of all', 'of the first'])
    expect(await summaries(one)).toEqual(['of all', 'of one'])
    expect(await summaries(two)).toEqual(['changed by two'])
    expect(await summaries(await open({ from }))).toEqual(['of all'])
  })

  it('lets each have the same login, alias or name once', async () => {
    const from = (await open()).snapshot()
    for (const tracker of [await open({ from }), await open({ from })]) {
      await tracker.make.user({ email: 'alice@example.com' })
      await expect(tracker.make.user({ email: 'alice@example.com' })).rejects.toMatchObject({ code: 'account_exists' })
    }
  })

  it('continues with the clock, the names and the random bytes of its tracker', async () => {
    const first = await open({ at: new Date('2026-05-01T00:00:00Z') })
    const alice = await first.make.user()
    const key = await alice.as.apiKeys.create({ description: 'one' })
    first.clock.advance({ days: 1 })
    const from = first.snapshot()
    first.clock.advance({ days: 1 })
    const tracker = await open({ from })
    expect(tracker.clock.now()).toEqual(new Date('2026-05-02T00:00:00Z'))
    expect(await tracker.make.user()).toMatchObject({ login: 'user2@example.com' })
    const next = await tracker.as({ login: alice.login }).apiKeys.create({ description: 'two' })
    expect(next.api_key).not.toBe(key.api_key)
    const other = await open({ from, at: new Date('2027-01-01T00:00:00Z'), seed: 1 })
    expect(other.clock.now()).toEqual(new Date('2027-01-01T00:00:00Z'))
    const third = await other.as({ login: alice.login }).apiKeys.create({ description: 'two' })
    expect(third.api_key).toBe(next.api_key)
  })

  it('has neither the mail nor the events of the tracker it was taken of', async () => {
    const first = await open()
    const bob = await first.make.user()
    await first.make.bug({ assigned_to: bob.login })
    await first.deliverMail()
    expect(first.mail.messages).toHaveLength(1)
    const tracker = await open({ from: first.snapshot() })
    await tracker.deliverMail()
    expect([tracker.mail.messages, tracker.events.all]).toEqual([[], []])
  })

  it('is refused beside a store, and where what is given is no snapshot', async () => {
    const from = (await open()).snapshot()
    await expect(open({ from, store: memoryStore() })).rejects.toMatchObject({ code: 'invalid_options' })
    await expect(open({ from: { rows: 1 } })).rejects.toThrow(TypeError)
  })

  it('is not available on other stores', async () => {
    const tracker = await open({ store: Object.assign(memoryStore(), { snapshot: undefined }) })
    expect(() => tracker.snapshot()).toThrow('memory store')
  })
})

describe('tracker.clock', () => {
  it('is frozen until it is advanced, and sets the time of the tracker', async () => {
    const tracker = await open()
    expect(tracker.clock.now()).toEqual(new Date('2026-01-01T12:00:00Z'))
    const bug = await tracker.make.bug()
    expect(bug.creation_time).toEqual(tracker.clock.now())
    tracker.clock.advance({ days: 1, hours: 2, minutes: 3, seconds: 4, milliseconds: 5 })
    expect(tracker.clock.now()).toEqual(new Date('2026-01-02T14:03:04.005Z'))
    tracker.clock.set(new Date('2030-01-01T00:00:00Z'))
    expect(await tracker.make.bug()).toMatchObject({ creation_time: new Date('2030-01-01T00:00:00Z') })
  })

  it('cannot be changed by changing what it says, nor set to no date', async () => {
    const { clock } = await open({ at: new Date(0) })
    clock.now().setFullYear(2000)
    expect(clock.now()).toEqual(new Date(0))
    expect(() => clock.set(new Date('nonsense'))).toThrow(RangeError)
    expect(() => clock.advance({ days: Infinity })).toThrow(RangeError)
    expect(clock.now()).toEqual(new Date(0))
  })
})

describe('Misspelled words in tests', () => {
  const refusal = (call: () => unknown) => {
    try {
      return call()
    } catch (error) {
      return (error as Error).message
    }
  }

  it('are errors with the accepted ones, and not without effect', async () => {
    const tracker = await open()
    const { clock, events } = tracker
    const units = 'days, hours, milliseconds, minutes, seconds'
    expect(refusal(() => clock.advance({ day: 1 } as object))).toBe(
      `day is not an option of clock.advance. Accepted: ${units}.`,
    )
    expect(refusal(() => clock.advance({ days: '1' } as object))).toBe(
      "days cannot be '1'. Accepted: a number, not text.",
    )
    expect(refusal(() => clock.set('2027' as never))).toBe("at cannot be '2027'. Accepted: a Date.")
    expect(clock.now()).toEqual(new Date('2026-01-01T12:00:00Z'))
    expect(refusal(() => tracker.failNext('commti' as 'commit'))).toBe(
      "verb cannot be 'commti'. Accepted: read, write, commit.",
    )
    expect(refusal(() => tracker.failNext('write', 'ful' as 'full'))).toBe(
      "error cannot be 'ful'. Accepted: retry, unavailable, full, or an Error.",
    )
    expect(refusal(() => events.of('bug.creatd' as 'bug.created'))).toMatch(
      /^name cannot be 'bug.creatd'. Accepted: bug.created, bug.changed, /,
    )
  })
})

describe('tracker.mail', () => {
  it('has what deliverMail has sent, also after the clock went far ahead', async () => {
    const tracker = await open()
    const bob = await tracker.make.user()
    tracker.clock.advance({ days: 100 })
    await tracker.make.bug({ assigned_to: bob.login, summary: 'It blinks' })
    expect(tracker.mail.messages).toEqual([])
    await tracker.deliverMail()
    expect(tracker.mail.messages.map(({ to, subject }) => [to, subject])).toEqual([
      [bob.login, expect.stringContaining('It blinks')],
    ])
  })

  it('passes messages on to a mailer that is given, and has those that it took', async () => {
    const passed: string[] = []
    let isClosed = false
    const send = async ({ to }: { readonly to: string }) => void passed.push(to)
    const tracker = await createTestTracker({ mail: { send, close: async () => void (isClosed = true) } })
    await tracker.make.bug({ assigned_to: (await tracker.make.user()).login })
    await tracker.deliverMail()
    expect(passed).toEqual(['user1@example.com'])
    expect(tracker.mail.messages).toHaveLength(1)
    await tracker.close()
    expect(isClosed).toBe(true)
  })
})

describe('tracker.events', () => {
  it('has what happened, all of it or by name, until it is cleared', async () => {
    const tracker = await open()
    const { id } = await tracker.make.bug()
    expect(tracker.events.of('bug.created')).toMatchObject([{ bug_id: id, at: tracker.clock.now() }])
    expect(new Set(tracker.events.all.map(([name]) => name))).toEqual(
      new Set(['administration.changed', 'bug.created', 'comment.added']),
    )
    tracker.events.clear()
    await tracker.asSystem('admin@example.com').comments.create({ id, comment: 'Again' })
    expect(tracker.events.all).toMatchObject([['comment.added', { bug_id: id }]])
  })
})

describe('tracker.failNext', () => {
  const busy = async () => {
    const tracker = await open()
    const { product, component } = await tracker.make.bug({ summary: 'first' })
    tracker.events.clear()
    const file = (summary: string) => tracker.make.bug({ product, component, summary })
    return { tracker, file }
  }

  it('fails a commit after all work is done: nothing is stored, and no listener is called', async () => {
    const { tracker, file } = await busy()
    tracker.failNext('commit')
    await expect(file('lost')).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await summaries(tracker)).toEqual(['first'])
    expect(tracker.events.all).toEqual([])
    expect(await file('second')).toMatchObject({ id: 2 })
  })

  it('makes work run again with retry, as often as was said', async () => {
    const { tracker, file } = await busy()
    tracker.failNext('commit', 'retry', 2)
    let runs = 0
    await tracker.transaction(async (tx) => {
      runs++
      await tx.asSystem('admin@example.com').comments.create({ id: 1, comment: 'once' })
    })
    expect(runs).toBe(3)
    expect(tracker.events.of('comment.added')).toHaveLength(1)
    expect(await file('second')).toMatchObject({ id: 2 })
  })

  it('makes reads and writes fail before they begin, with the error that is given', async () => {
    const { tracker, file } = await busy()
    const mine = new Error('mine')
    tracker.failNext('read', mine)
    await expect(summaries(tracker)).rejects.toMatchObject({ code: 'fault', cause: mine })
    tracker.failNext('write', 'full')
    const comment = () => tracker.asSystem('admin@example.com').comments.create({ id: 1, comment: 'x' })
    await expect(comment()).rejects.toMatchObject({ code: 'store_full' })
    await comment()
    expect(await file('second')).toMatchObject({ id: 2 })
  })

  it('waits for a commit, and does not count work that fails for another reason', async () => {
    const { tracker, file } = await busy()
    tracker.failNext('commit')
    const bugs = tracker.asSystem('admin@example.com').bugs
    await expect(bugs.update({ ids: [1], priority: 'nonsense' })).rejects.toMatchObject({
      code: 'object_does_not_exist',
    })
    await expect(file('lost')).rejects.toMatchObject({ code: 'store_unavailable' })
  })

  it('takes whole numbers of times above 0', async () => {
    const tracker = await open()
    for (const times of [0, -1, 1.5, NaN]) {
      expect(() => tracker.failNext('read', 'retry', times)).toThrow('times must be a whole number above 0')
    }
  })
})

describe('createTestTracker', () => {
  it('validates responses against the schemas of their operations, unless that is turned off', async () => {
    const checking = await open({ store: forgetfulStore() })
    await expect(checking.make.bug()).rejects.toMatchObject({
      code: 'fault',
      cause: { message: expect.stringContaining('summary') as string },
    })
    const trusting = await open({ store: forgetfulStore(), testing: { checkAnswers: false } })
    expect(await trusting.make.bug()).toMatchObject({ summary: null })
  })

  it('has the same random bytes for the same seed, and others for others', async () => {
    const keyOf = async (seed?: number) => {
      const tracker = await open(seed === undefined ? {} : { seed })
      const { as } = await tracker.make.user()
      return (await as.apiKeys.create({ description: 'one' })).api_key
    }
    expect(await keyOf(7)).toBe(await keyOf(7))
    expect(await keyOf(1)).toBe(await keyOf())
    expect(await keyOf(8)).not.toBe(await keyOf(7))
  })

  it('says at once that an operation was called outside of the transaction that it is in', async () => {
    const tracker = await open()
    const { id } = await tracker.make.bug()
    const outside = tracker.transaction(() => tracker.asSystem().bugs.get({ ids: [id] }))
    await expect(outside).rejects.toMatchObject({ code: 'use_transaction' })
  })

  it('gives a tracker that is closed at the end of its block', async () => {
    let kept: TestTracker | undefined
    {
      await using tracker = await createTestTracker()
      kept = tracker
    }
    await expect(kept.make.product()).rejects.toMatchObject({ code: 'tracker_closed' })
  })
})
