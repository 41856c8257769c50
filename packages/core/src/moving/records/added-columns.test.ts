import { expect, it } from 'vitest'
import { onEveryStore, type World } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'
import { checkStore } from '../../doctor/check-store.js'
import { openImporter } from './importer.js'

const open = ({ store }: World, more: object = {}) =>
  openImporter(store, { source: 'https://old.example.org/', rights: true, ...more })
const at = (day: number) => `2019-05-0${day}T10:00:00Z`
const zoe = 'zoe@example.net'
const product = {
  ...{ kind: 'product', name: 'Rocket', versions: [{ name: '3' }] },
  components: [{ name: 'Engine', default_assigned_to: zoe, default_cc: ['yan@example.net'] }],
}
const flag = { name: 'review', status: '+', setter: zoe, creation_date: at(1), modification_date: at(1) }
const bug = {
  ...{ kind: 'bug', id: 7001, summary: 'It does not fly', product: 'Rocket', component: 'Engine', version: '3' },
  ...{ target_milestone: '---', status: 'CONFIRMED', priority: '---', severity: 'normal', platform: 'All' },
  ...{ op_sys: 'All', is_confirmed: true, creator: zoe, assigned_to: zoe },
  ...{ creation_time: at(1), last_change_time: at(5) },
}

onEveryStore('records of groups and people', (openWorld) => {
  it('import inherited membership, in circles too, and change nothing when imported twice', async () => {
    const world = await openWorld()
    const importer = await open(world)
    const groups = [
      { kind: 'group', name: 'a', icon_url: 'https://x.example/a.png', inherits: [{ group: 'b', kind: 'membership' }] },
      {
        ...{ kind: 'group', name: 'b' },
        inherits: [
          { group: 'a', kind: 'membership' },
          { group: 'a', kind: 'bless' },
        ],
      },
      { kind: 'group', name: 'right', is_bug_group: false },
    ]
    const people = [{ kind: 'user', id: 501, name: zoe, groups: ['b'], bless_groups: ['right'], last_seen_time: at(1) }]
    await importer.put(groups.map(({ inherits: _, ...group }) => group))
    expect((await importer.put(groups)).map(({ outcome }) => outcome)).toEqual(['replaced', 'replaced', 'same'])
    await importer.put(people)
    const again = await importer.put([...groups, { ...people[0], last_seen_time: at(2) }])
    expect(again.map(({ outcome }) => outcome)).toEqual(['same', 'same', 'same', 'same'])
    const { users } = await world.tracker.asSystem('admin@example.com').users.get({ names: [zoe] })
    expect(users[0]?.groups?.map(({ name }) => name)).toEqual(expect.arrayContaining(['a', 'b']))
    const ids = new Map((await rowsOf(world, 'groups')).map(({ id, name }) => [id, name]))
    const own = (await rowsOf(world, 'user_groups')).filter(({ user_id }) => user_id === 501)
    expect(own.map(({ group_id, kind }) => [ids.get(group_id), kind])).toEqual(
      expect.arrayContaining([
        ['b', 'direct'],
        ['right', 'bless'],
      ]),
    )
    expect((await rowsOf(world, 'groups')).find(({ name }) => name === 'right')?.is_bug_group).toBe(false)
    // An account that was only seen there may still be renamed there.
    expect(await importer.put([{ ...people[0], name: 'zed@example.net' }])).toMatchObject([{ outcome: 'replaced' }])
    await importer.put([{ kind: 'group', name: 'a', inherits: [] }])
    expect((await rowsOf(world, 'group_inheritance')).filter(({ group_id }) => ids.get(group_id) === 'a')).toHaveLength(
      3,
    )
    expect(
      await importer.put([{ kind: 'group', name: 'a', inherits: [{ group: 'no', kind: 'bless' }] }]),
    ).toMatchObject([{ problems: ['there is no group no'] }])
    await importer.close()
  })
})

onEveryStore('records of bugs', (openWorld) => {
  it('keep the type of comments, the history of tags, types of flags of one name, and default CC', async () => {
    const world = await openWorld()
    const onCc = (await rowsOf(world, 'component_cc')).length
    const importer = await open(world)
    const type = { kind: 'flag_type', name: 'review', target_type: 'bug' }
    const types = [
      { ...type, id: 11, description: 'one', scopes: [{ product: null }], exclusions: [{ product: 'Rocket' }] },
      { ...type, id: 12, description: 'two', scopes: [{ product: 'Rocket', component: 'Engine' }] },
    ]
    const comments = [
      { id: 9001, text: 'First', creator: zoe, time: at(1) },
      { id: 9002, text: 'Same', creator: zoe, time: at(2), type: 'duplicate_of', related_bug_id: 7002 },
      {
        ...{ id: 9003, text: '', creator: zoe, time: at(3), type: 'has_duplicate', related_bug_id: 9999, tags: ['x'] },
        tag_history: [{ when: at(4), who: 'tom@example.net', added: 'x', removed: '' }],
      },
    ]
    // Of a field that another tracker has renamed, the history does not lead to what there is.
    const history = [{ when: at(4), who: zoe, changes: [{ field_name: 'summary', removed: 'a', added: 'b' }] }]
    const one = { ...bug, comments, history, flags: [{ ...flag, type_id: 11 }] }
    const two = { ...bug, id: 7002, flags: [{ ...flag, type_id: 12 }] }
    const records = [{ kind: 'user', id: 501, name: zoe }, product, ...types, one, two]
    expect((await importer.put(records)).flatMap(({ problems }) => problems)).toEqual([])
    expect((await importer.put(records)).map(({ outcome }) => outcome)).toEqual(Array(6).fill('same'))
    const described = new Map((await rowsOf(world, 'flag_types')).map(({ id, description }) => [id, description]))
    const flags = (await rowsOf(world, 'flags')).filter(({ bug_id }) => bug_id > 7000)
    expect(flags.map((row) => [row.bug_id, described.get(row.type_id)])).toEqual([
      [7001, 'one'],
      [7002, 'two'],
    ])
    const told = await world.tracker.asSystem().comments.get({ ids: [7001] })
    const texts = Object.values(told.bugs).flatMap((ofBug) => ofBug.comments.map(({ text }) => text))
    expect(texts).toEqual([
      'First',
      'Same\n\n*** This bug has been marked as a duplicate of bug 7002 ***',
      '*** Another bug has been marked as a duplicate of this bug. ***',
    ])
    expect(await rowsOf(world, 'comment_tag_activity')).toMatchObject([{ comment_id: 9003, added: 'x' }])
    expect((await rowsOf(world, 'component_cc')).length).toBe(onCc + 1)
    const problems: unknown[] = []
    const check = () => checkStore(world.store, (problem) => void problems.push(problem))
    await check()
    expect(problems).toEqual([])
    await world.tracker.asSystem('admin@example.com').bugs.update({ ids: [7001], summary: 'It flies' })
    await check()
    expect(problems).toEqual([])
    await importer.close()
  })

  it('replace reactions that they list, and keep others', async () => {
    const world = await openWorld()
    const importer = await open(world)
    const put = async (reactions: object, text = 'First') => {
      const comments = [{ id: 9001, text, creator: zoe, time: at(1), ...reactions }]
      const [result] = (
        await importer.put([{ kind: 'user', id: 501, name: zoe }, product, { ...bug, comments }])
      ).slice(-1)
      const { comments: shown } = await world.tracker.asSystem().comments.get({ comment_ids: [9001] })
      const [stored] = await rowsOf(world, 'bugs')
      return [result?.problems, shown[9001]?.reactions, stored?.votes]
    }
    const both = ['tada', 'heart', 'tada'].map((reaction) => ({ user: zoe, reaction }))
    expect(await put({ reactions: both })).toEqual([[], { heart: 1, tada: 1 }, 0])
    expect(await put({}, 'Second')).toEqual([[], { heart: 1, tada: 1 }, 0])
    expect(await put({ reactions: [{ user: 'tom@example.net', reaction: '+1' }] })).toEqual([[], { '+1': 1 }, 1])
    expect(await put({}, 'Third')).toEqual([[], { '+1': 1 }, 1])
    expect(await put({ reactions: [] })).toEqual([[], {}, 0])
    expect(await rowsOf(world, 'comment_reactions')).toEqual([])
    expect((await put({ reactions: [{ user: zoe, reaction: 'wave' }] }))[0]).toHaveLength(1)
    await checkStore(world.store, (problem) => expect.unreachable(problem.text))
    await importer.close()
  })
})
