// Searches that examine much in memory check the clock and yield to other requests.
import { expect, it } from 'vitest'
import { addBugs } from '../../../test/bug-rows.js'
import { onAnyStore } from '../../../test/harness.js'
import { add, userId } from '../../../test/people.js'
import { createTracker } from '../../tracker/tracker.js'

const noon = new Date('2026-03-01T12:00:00Z')
const person = { real_name: '', real_name_folded: '', email_enabled: true, login_denied_text: '', creation_time: noon }

const flagType = {
  ...{ target_type: 'bug', cc_list: '', sort_key: 0, is_active: true, is_requestable: true, is_requesteeble: true },
  ...{ is_multiplicable: true, grant_group_id: null, request_group_id: null },
} as const

const words = (n: number) => Array.from({ length: 50 }, (_, k) => `w${n}x${k}`).join(' ')

onAnyStore('bugs.search: looks at the clock', (open) => {
  /** Searches, and counts the looks. */
  async function search(world: Awaited<ReturnType<typeof open>>, criteria: object) {
    let looks = 0
    const tracker = await createTracker({ store: world.store, testing: { stopwatch: () => looks++ * 1e-6 } })
    looks = 0
    const { bugs } = await tracker.as(null).bugs.search({ ...criteria, include_fields: ['id'] })
    await tracker.close()
    return { looks, ids: bugs.map(({ id }) => id) }
  }

  it('within and between patterns that are compared with people', async () => {
    const world = await open()
    await addBugs(world.store, noon, [
      { id: 1, creator: 'alice' },
      { id: 2, creator: 'bob' },
    ])
    const people = Array.from({ length: 500 }, (_, n) => ({ ...person, login: `p${n}`, login_folded: `p${n}` }))
    await add(world, 'users', people)
    const charts = Array.from({ length: 20 }, (_, n) => ({
      [`f${n}`]: 'reporter',
      [`o${n}`]: 'notregexp',
      [`v${n}`]: `(b|p)(o|${n})(b|9)`,
    }))
    const { looks, ids } = await search(world, Object.assign({}, ...charts) as object)
    expect(ids).toEqual([1])
    expect(looks).toBeGreaterThan(40)
  })

  it.each([
    ['keywords', 'notregexp'],
    ['flagtypes.name', 'notregexp'],
    ['keywords', 'nowordssubstr'],
    ['flagtypes.name', 'nowordssubstr'],
  ])('within and between conditions that are compared with names: %s %s', async (field, comparison) => {
    const world = await open()
    await addBugs(world.store, noon, [{ id: 1 }, { id: 2 }])
    const names = Array.from({ length: 500 }, (_, n) => ({ name: `p${n}`, name_folded: `p${n}`, description: '' }))
    if (field === 'keywords')
      await add(
        world,
        'keywords',
        names.map((one) => ({ ...one, is_active: true })),
      )
    else
      await add(
        world,
        'flag_types',
        names.map((one) => ({ ...one, ...flagType })),
      )
    const charts = Array.from({ length: 20 }, (_, n) => ({
      [`f${n}`]: field,
      [`o${n}`]: comparison,
      [`v${n}`]: comparison === 'notregexp' ? `(b|p)(o|${n})(b|9)` : words(n),
    }))
    const { looks, ids } = await search(world, Object.assign({}, ...charts) as object)
    expect(ids).toEqual([1, 2])
    expect(looks).toBeGreaterThan(40)
  })

  it('within a pattern that is looked for in one long text', async () => {
    const world = await open()
    await addBugs(world.store, noon, [{ id: 1 }, { id: 2 }])
    const text = `${'a'.repeat(10_000)}b`
    const common = {
      count: 0,
      is_markdown: false,
      work_time: 0,
      type: 'normal',
      creation_time: noon,
      is_private: false,
    }
    const creator_id = await userId(world, 'alice')
    await add(world, 'comments', [{ ...common, bug_id: 2, creator_id, text, text_folded: text }])
    const { looks, ids } = await search(world, { f1: 'longdesc', o1: 'regexp', v1: '(a|aa|aaa){1,20}b' })
    expect(ids).toEqual([2])
    expect(looks).toBeGreaterThan(60)
  })
})
