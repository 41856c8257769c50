import { memoryStore } from '@trackerkit/adapter-memory'
import { defineRule } from '@trackerkit/core/rules'
import { describe, expect, it } from 'vitest'
import { createTestRandom, onEveryStore, type World } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'
import { createTracker } from '../tracker.js'
import type { Rule } from './rule.js'

const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
const allBugs = ['bug.create', 'bug.update'] as const

const blockers = defineRule({
  name: 'blockers-are-approved',
  on: ['bug.create', 'bug.update'],
  needs: ['severity', 'keywords', 'target_milestone'],
  set: ({ after, changed }) =>
    changed.has('severity') && after.severity === 'blocker' && after.target_milestone === '---'
      ? { target_milestone: 'M1' }
      : undefined,
  check: ({ after, caller }) =>
    after.severity === 'blocker' && !after.keywords.includes('crash') && !caller?.groups.includes('insiders')
      ? { field: 'severity', reason: 'not_approved', message: 'A blocker\nneeds the keyword crash.' }
      : undefined,
})

function notes(): {
  logger: { warn: () => void; error: (message: string, details?: object) => void }
  errors: unknown[]
} {
  const errors: unknown[] = []
  return {
    errors,
    logger: { warn: () => undefined, error: (message, details) => void errors.push([message, details]) },
  }
}

async function historyOf(world: World, id: number) {
  const { bugs } = await world.as('ivan').bugs.history({ ids: [id] })
  return bugs[0]?.history.map(({ who, changes }) => ({ who, changes }))
}

onEveryStore('check of a rule', (open) => {
  it('rejects a new bug and an update in its own words, and nothing is written', async () => {
    const world = await open({ rules: [blockers] })
    const refused = {
      code: 'rule_refused',
      number: 1520,
      message: 'A blocker needs the keyword crash.',
      data: { rule: 'blockers-are-approved', field: 'severity', reason: 'not_approved' },
    }
    await expect(world.as('alice').bugs.create({ ...bug, severity: 'blocker' })).rejects.toMatchObject(refused)
    expect(await rowsOf(world, 'bugs')).toEqual([])
    const { id } = await world.as('alice').bugs.create(bug)
    const update = { ids: [id], severity: 'blocker', comment: { body: 'It is urgent' } }
    await expect(world.as('alice').bugs.update(update)).rejects.toMatchObject(refused)
    expect(await historyOf(world, id)).toEqual([])
    expect((await world.as('alice').comments.get({ ids: [id] })).bugs[id]?.comments).toHaveLength(1)
    await world.as('alice').bugs.update({ ...update, keywords: { add: ['crash'] } })
    await world.as('ivan').bugs.create({ ...bug, severity: 'blocker' })
  })

  it('is asked by a dry run, whose faults have its refusal for each bug', async () => {
    const world = await open({ rules: [blockers] })
    const { id: first } = await world.as('alice').bugs.create({ ...bug, keywords: ['crash'] })
    const { id: second } = await world.as('alice').bugs.create(bug)
    const tried = await world.as('alice').bugs.update({ ids: [first, second], severity: 'blocker', dry_run: true })
    expect(tried.faults).toEqual([
      { id: second, name: 'rule_refused', code: 1520, message: 'A blocker needs the keyword crash.' },
    ])
    expect(tried.bugs).toMatchObject([
      { id: first, changes: { severity: { added: 'blocker' }, target_milestone: { added: 'M1' } } },
    ])
    expect(await historyOf(world, first)).toEqual([])
  })

  it('is asked by a dry run without changes, which finds bugs that were written without the rule', async () => {
    let isIn = false
    const late = defineRule({
      name: 'late',
      on: 'bug.update',
      needs: ['summary'],
      check: ({ after }) => (isIn && after.summary === 'It hums' ? 'No humming.' : undefined),
    })
    const world = await open({ rules: [late] })
    const { id: first } = await world.as('alice').bugs.create(bug)
    const { id: second } = await world.as('alice').bugs.create({ ...bug, summary: 'It hums' })
    isIn = true
    const { faults } = await world.as('alice').bugs.update({ ids: [first, second], dry_run: true })
    expect(faults).toMatchObject([{ id: second, name: 'rule_refused', message: 'No humming.' }])
  })

  it('is not asked about bugs that the caller may not see or edit', async () => {
    const world = await open({ rules: [defineRule({ name: 'never', on: allBugs, check: () => 'Never.' })] })
    await expect(world.as('eve').bugs.update({ ids: [99], priority: 'High' })).rejects.toMatchObject({ number: 101 })
    await expect(world.as('eve').bugs.create({ ...bug, product: 'Vault', component: 'Safe' })).rejects.toMatchObject({
      code: 'object_does_not_exist',
    })
  })

  it('sees all of the bug as it was and as it is going to be, and who calls', async () => {
    const seen: unknown[] = []
    const looks = defineRule({
      name: 'looks',
      on: ['bug.update'],
      needs: [
        'status',
        'is_open',
        'cc',
        'assigned_to',
        'depends_on',
        'blocks',
        'see_also',
        'alias',
        'groups',
        'estimated_time',
      ],
      check: (write) => void seen.push(write),
    })
    const world = await open({ rules: [looks] })
    const { id: other } = await world.as('ivan').bugs.create({ ...bug, groups: ['secret'] })
    const { id } = await world.as('ivan').bugs.create({ ...bug, depends_on: [other], alias: ['blink'] })
    // About the bug that was linked.
    seen.length = 0
    await world.as('bob').bugs.update({
      ids: [id],
      status: 'RESOLVED',
      resolution: 'FIXED',
      cc: { add: ['eve@example.com'] },
      comment: { body: 'Done' },
    })
    const before = {
      id,
      product: 'Widgets',
      component: 'UI',
      status: 'CONFIRMED',
      is_open: true,
      cc: ['ivan@example.com'],
      assigned_to: 'alice@example.com',
      depends_on: [other],
      blocks: [],
      see_also: [],
      alias: ['blink'],
      groups: [],
      estimated_time: 0,
    }
    const cc = ['eve@example.com', 'ivan@example.com']
    expect(seen).toEqual([
      {
        event: 'bug.update',
        before,
        after: { ...before, status: 'RESOLVED', is_open: false, cc },
        changed: new Set(['status', 'is_open', 'cc']),
        comment: { text: 'Done', is_private: false },
        caller: { id: 3, login: 'bob@example.com', groups: ['bz_canusewhines', 'editbugs'] },
      },
    ])
  })
})

onEveryStore('set of a rule', (open) => {
  const sets = defineRule({
    name: 'triage',
    on: ['bug.update'],
    needs: ['whiteboard'],
    set: ({ after }) => ({
      keywords: { add: ['regression'] },
      cc: { add: ['carl@example.com'] },
      whiteboard: `${after.whiteboard} [triaged]`.trim(),
      comment: { body: 'Triaged.' },
    }),
  })

  it('adds to the update in one history entry of the caller, which names the rule', async () => {
    const world = await open({ rules: [sets] })
    const ids = [(await world.as('eve').bugs.create(bug)).id, (await world.as('eve').bugs.create(bug)).id]
    await world.as('bob').bugs.update({ ids, keywords: { add: ['crash'] }, whiteboard: 'new', priority: 'High' })
    for (const id of ids) {
      const { bugs } = await world.as('bob').bugs.get({ ids: [id] })
      expect(bugs[0]).toMatchObject({
        ...{ keywords: ['crash', 'regression'], whiteboard: 'new [triaged]', priority: 'High' },
        cc: ['carl@example.com', 'ivan@example.com'],
      })
      expect(await historyOf(world, id)).toEqual([
        {
          who: 'bob@example.com',
          changes: [
            { field_name: 'cc', removed: '', added: 'carl@example.com', rule: 'triage' },
            { field_name: 'keywords', removed: '', added: 'crash, regression', rule: 'triage' },
            { field_name: 'priority', removed: '---', added: 'High' },
            { field_name: 'whiteboard', removed: '', added: 'new [triaged]', rule: 'triage' },
          ],
        },
      ])
      const { comments } = (await world.as('bob').comments.get({ ids: [id] })).bugs[id] ?? { comments: [] }
      expect(comments.map(({ text, creator }) => [text, creator])).toEqual([
        ['', 'eve@example.com'],
        ['Triaged.', 'bob@example.com'],
      ])
    }
  })

  it('needs no right of the caller, and of several rules the later one wins', async () => {
    const rules = ['High', 'Low'].map((priority) =>
      defineRule({ name: priority.toLowerCase(), on: allBugs, set: () => ({ priority }) }),
    )
    const world = await open({ rules })
    const { id } = await world.as('eve').bugs.create({ ...bug, priority: 'Highest' })
    const priority = async () => (await world.as('eve').bugs.get({ ids: [id] })).bugs[0]?.priority
    expect(await priority()).toBe('Low')
    await world.as('eve').bugs.update({ ids: [id], cc: { add: ['bob@example.com'] } })
    await expect(world.as('carl').bugs.update({ ids: [id], priority: 'Highest' })).rejects.toMatchObject({
      code: 'illegal_change',
    })
    expect(await priority()).toBe('Low')
  })

  it('of a new bug edits the lists that it is going to have, and its links', async () => {
    const links = defineRule({
      name: 'links',
      on: ['bug.create'],
      needs: ['keywords', 'depends_on', 'summary', 'status', 'see_also'],
      set: ({ after }) =>
        after.summary === 'First'
          ? undefined
          : {
              keywords: { add: ['regression'], remove: ['crash'] },
              depends_on: { set: [...after.depends_on, 1] },
              see_also: { add: ['https://github.com/a/b/issues/7'] },
              status: 'CONFIRMED',
              assigned_to: 'bob@example.com',
            },
      check: ({ after }) => (after.summary === 'First' || after.id > 0 ? undefined : 'It has no number.'),
    })
    const world = await open({ rules: [links] })
    const { id: first } = await world.as('ivan').bugs.create({ ...bug, summary: 'First', groups: ['secret'] })
    const { id: other } = await world.as('alice').bugs.create({ ...bug, summary: 'First' })
    const { id } = await world.as('alice').bugs.create({ ...bug, keywords: ['crash'], depends_on: [other] })
    const { bugs } = await world.as('ivan').bugs.get({ ids: [id] })
    expect(bugs[0]).toMatchObject({
      ...{ keywords: ['regression'], depends_on: [first, other].toSorted((a, b) => a - b), status: 'CONFIRMED' },
      ...{ see_also: ['https://github.com/a/b/issues/7'], assigned_to: 'bob@example.com' },
    })
    const { id: reported } = await world.as('eve').bugs.create(bug)
    expect((await world.as('eve').bugs.get({ ids: [reported] })).bugs[0]).toMatchObject({ keywords: ['regression'] })
  })

  it('is held to the rules of the tracker: a value that does not exist fails the write', async () => {
    const { logger, errors } = notes()
    let changes: object | undefined
    const sets = defineRule({ name: 'sets', on: 'bug.update', set: () => changes as never })
    const world = await open({ logger, rules: [sets] })
    const { id } = await world.as('alice').bugs.create(bug)
    const wrong: readonly object[] = [
      { keywords: { add: ['nonsense'] } },
      { assigned_to: 'nobody@example.com' },
      { prodct: 'x' },
      { product: 'Gadgets' },
      { status: 'RESOLVED' },
      { depends_on: { add: [id] } },
      { summary: 'x'.repeat(256) },
    ]
    for (const one of wrong) {
      changes = one
      await expect(world.as('alice').bugs.update({ ids: [id], priority: 'High' })).rejects.toMatchObject({
        ...{ code: 'rule_failed', number: 1521, message: 'A rule of this tracker failed.' },
        ...{ data: { rule: 'sets', reason: 'invalid_set' }, cause: { name: 'TrackerError' } },
      })
      expect(await historyOf(world, id)).toEqual([])
      expect(errors.pop()).toMatchObject(['rule sets failed', { reason: 'invalid_set' }])
    }
  })

  it('makes of random halves of an update the same bug, history and comments as the whole update', async () => {
    const random = createTestRandom(7)
    const pick = <T>(values: readonly T[]): T => values[(random(1)[0] as number) % values.length] as T
    const parts: readonly (() => object)[] = [
      () => ({ priority: pick(['High', 'Low', '---']) }),
      () => ({ severity: pick(['major', 'minor', 'blocker']) }),
      () => ({ whiteboard: pick(['', 'a', 'b']) }),
      () => ({ keywords: pick([{ add: ['crash'] }, { set: ['regression'] }, { remove: ['crash'] }]) }),
      () => ({ cc: pick([{ add: ['carl@example.com'] }, { remove: ['ivan@example.com'] }]) }),
      () => ({ see_also: pick([{ add: ['https://github.com/a/b/issues/7'] }, {}]) }),
      () => ({ assigned_to: pick(['bob@example.com', 'alice@example.com']) }),
      () => ({ depends_on: pick([{ add: [1] }, { set: [] }]) }),
      () => ({ target_milestone: pick(['M1', '---']) }),
      () => ({ deadline: pick(['2026-05-01', null]) }),
    ]
    let half: object = {}
    const world = await open({ rules: [defineRule({ name: 'half', on: 'bug.update', set: () => half as never })] })
    const file = async () => (await world.as('alice').bugs.create(bug)).id
    const [, whole, halves] = [await file(), await file(), await file()]
    const told = async (id: number) => {
      const { bugs } = await world.as('alice').bugs.get({ ids: [id] })
      const history = (await historyOf(world, id)) ?? []
      const { id: _id, creation_time: _made, last_change_time: _at, update_token: _token, ...shown } = bugs[0] ?? { id }
      return { shown, history: history.map(({ changes }) => changes.map(({ rule: _rule, ...one }) => one)) }
    }
    for (let round = 0; round < 30; round++) {
      const inputs = parts.filter(() => pick([true, false])).map((make) => make())
      const [mine, theirs] = [
        inputs.filter((_, index) => index % 2 === 0),
        inputs.filter((_, index) => index % 2 === 1),
      ]
      half = {}
      world.clock.advance(1)
      await world.as('alice').bugs.update({ ids: [whole], ...(Object.assign({}, ...inputs) as object) })
      half = Object.assign({}, ...theirs) as object
      const update = { ids: [halves], ...(Object.assign({}, ...mine) as object) }
      const { bugs: tried } = await world.as('alice').bugs.update({ ...update, dry_run: true })
      const { bugs: done } = await world.as('alice').bugs.update(update)
      expect(tried[0]?.changes).toEqual(done[0]?.changes)
      expect(await told(halves)).toEqual(await told(whole))
    }
  })
})

onEveryStore('after of a rule', (open) => {
  it('acts on rows that are written, in the same transaction', async () => {
    const files = defineRule({
      name: 'follow-up',
      on: 'bug.create',
      needs: ['summary'],
      async after({ after }, tx) {
        if (after.summary === 'Fails') throw new Error('not this one')
        const bob = tx.as({ login: 'bob@example.com' })
        await bob.bugs.create({ ...bug, summary: `Test ${after.id}`, blocks: [after.id] })
      },
    })
    const world = await open({ rules: [files] })
    const events: number[] = []
    world.tracker.on('bug.created', ({ bug_id }) => void events.push(bug_id))
    const { id } = await world.as('alice').bugs.create(bug)
    const { bugs } = await world.as('alice').bugs.get({ ids: [id] })
    expect(bugs[0]?.depends_on).toEqual([id + 1])
    expect(events).toEqual([id, id + 1])
    await expect(world.as('alice').bugs.create({ ...bug, summary: 'Fails' })).rejects.toMatchObject({
      code: 'rule_failed',
      data: { reason: 'threw' },
    })
    expect((await rowsOf(world, 'bugs')).map((row) => row.summary)).toEqual(['It blinks', `Test ${id}`])
  })

  it('ends with a ring of rules that write for each other', async () => {
    const ring = ['ring-a', 'ring-b'].map((name) =>
      defineRule({
        name,
        on: 'comment.create',
        after: async ({ bug: { id } }, tx) =>
          void (await tx.asSystem('bob@example.com').comments.create({ id, comment: name })),
      }),
    )
    const world = await open({ rules: [ring[0] as Rule] })
    const { id } = await world.as('alice').bugs.create(bug)
    await world.as('alice').comments.create({ id, comment: 'One' })
    const texts = async () => (await rowsOf(world, 'comments')).map(({ text }) => text)
    expect(await texts()).toEqual(['', 'One', 'ring-a'])
    const ringed = await open({ rules: ring })
    const { id: other } = await ringed.as('alice').bugs.create(bug)
    await expect(ringed.as('alice').comments.create({ id: other, comment: 'One' })).rejects.toMatchObject({
      code: 'rule_failed',
      data: { reason: 'depth' },
    })
    expect(await rowsOf(ringed, 'comments')).toHaveLength(1)
  })
})

onEveryStore('faults of a rule', (open) => {
  it('end the write, and the next one works', async () => {
    let act: (tx: {
      asSystem(login?: string): World['tracker'] extends { asSystem(l?: string): infer O } ? O : never
    }) => unknown = () => undefined
    const odd = defineRule({ name: 'odd', on: 'bug.update', check: (_write, tx) => act(tx as never) as never })
    const { logger } = notes()
    const world = await open({ logger, rules: [odd] })
    const { id } = await world.as('alice').bugs.create(bug)
    const update = () => world.as('alice').bugs.update({ ids: [id], priority: 'High', dry_run: false })
    const cases: readonly (readonly [typeof act, object])[] = [
      [() => Promise.reject(new Error('oops')), { code: 'rule_failed', data: { reason: 'threw' } }],
      [() => 7, { code: 'rule_failed', data: { reason: 'invalid_answer' } }],
      [() => ({ message: '' }), { code: 'rule_failed', data: { reason: 'invalid_answer' } }],
      [() => ({ message: 'x', reason: 'Not this' }), { code: 'rule_failed', data: { reason: 'invalid_answer' } }],
      [() => world.as('alice').bugs.create(bug), { data: { reason: 'threw' }, cause: { code: 'use_transaction' } }],
      [
        (tx) =>
          tx
            .asSystem('bob@example.com')
            .comments.create({ id, comment: 'x' })
            .catch(() => undefined),
        { code: 'rule_failed', data: { reason: 'write_in_check' } },
      ],
    ]
    for (const [odd, error] of cases) {
      act = odd
      await expect(update()).rejects.toMatchObject(error)
    }
    expect(await historyOf(world, id)).toEqual([])
    // A read that fails harms nothing.
    act = (tx) =>
      tx
        .asSystem()
        .bugs.get({ ids: [99] })
        .then(
          () => 'found',
          () => undefined,
        )
    await update()
    expect(await historyOf(world, id)).toHaveLength(1)
  })
})

describe('time of rules', () => {
  it('ends a rule that never answers, and its transaction is over for it', async () => {
    const logger = { warn: () => undefined, error: () => undefined }
    let late: Promise<unknown> = Promise.resolve()
    const slow = defineRule({
      name: 'slow',
      on: 'bug.update',
      needs: ['whiteboard'],
      check: ({ after }, tx) => {
        if (after.whiteboard !== 'wait') return undefined
        late = new Promise((resolve) => setTimeout(resolve, 1200)).then(() => tx.asSystem().bugs.get({ ids: [1] }))
        late.catch(() => undefined)
        return late as never
      },
    })
    const tracker = await createTracker({ store: memoryStore(), rules: [slow], logger })
    const system = tracker.asSystem('admin@example.com')
    await system.products.create({ name: 'Widgets', description: 'Things that blink', version: '1.0' })
    const component = { product: 'Widgets', name: 'UI', description: 'What people see' }
    await system.components.create({ ...component, default_assignee: 'admin@example.com' })
    const { id } = await system.bugs.create(bug)
    await expect(system.bugs.update({ ids: [id], whiteboard: 'wait' })).rejects.toMatchObject({
      code: 'rule_failed',
      data: { rule: 'slow', reason: 'timeout' },
    })
    await expect(late).rejects.toMatchObject({ code: 'transaction_failed' })
    await system.bugs.update({ ids: [id], whiteboard: 'go' })
    await tracker.close()
  })
})

onEveryStore('names of rules', (open) => {
  it('are kept, and a tracker that lacks one of them warns', async () => {
    const world = await open({ rules: [blockers] })
    const warnings: unknown[] = []
    const logger = { warn: (_message: string, details?: object) => void warnings.push(details), error: () => undefined }
    const shared = { ...world.store, close: () => undefined }
    const without = await createTracker({ store: shared, logger })
    expect(warnings).toEqual([{ rules: ['blockers-are-approved'] }])
    await without.close()
    const ended = await createTracker({ store: shared, logger, rules: [] })
    await ended.close()
    await (await createTracker({ store: shared, logger })).close()
    expect(warnings).toHaveLength(2)
  })
})

it('defineRule refuses functions that would never run', () => {
  const rule = { name: 'a', on: 'bug.create', set: () => undefined } as const
  for (const [more, message] of [
    [{ chek: () => 'no' }, 'chek is not an option of defineRule. Accepted: after, check, name, needs, on, set.'],
    [{ check: 'no' }, "check cannot be 'a string'. Accepted: a function."],
  ] as const)
    expect(() => defineRule({ ...rule, ...(more as object) })).toThrow(message)
  expect(defineRule({ ...rule, ...({ check: undefined } as object) }).check).toBeUndefined()
})

it('createTracker names what is wrong with a rule', async () => {
  const rule = { name: 'a', on: ['bug.create'], needs: [], check: () => undefined }
  const wrong: readonly (readonly [rules: unknown, field: string])[] = [
    ['x', 'rules'],
    [Array.from({ length: 51 }, (_, index) => ({ ...rule, name: `r${index}` })), 'rules'],
    [[null], 'rules.0'],
    [[rule, rule], 'rules.1.name'],
    [[{ ...rule, name: 'Bad name' }], 'rules.0.name'],
    [[{ ...rule, on: ['bug.delete'] }], 'rules.0.on'],
    [[rule, { ...rule, name: 'b', needs: ['prodct'] }], 'rules.1.needs'],
    [[{ ...rule, check: 'no' }], 'rules.0.check'],
    [[{ ...rule, check: undefined }], 'rules.0'],
    [[{ ...rule, on: ['comment.create'], set: () => undefined }], 'rules.0.on'],
  ]
  for (const [rules, field] of wrong)
    await expect(createTracker({ store: memoryStore(), rules: rules as never })).rejects.toMatchObject({
      code: 'invalid_options',
      data: { field },
    })
})
