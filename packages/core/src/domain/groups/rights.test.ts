import { expect, it } from 'vitest'
import { addBugs } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { join, rowsOf } from '../../../test/people.js'

/** Uses of the group 'crew' that make it valuable to be a member. */
const uses: readonly (readonly [what: string, use: (world: World) => Promise<unknown>])[] = [
  ...['insidergroup', 'timetrackinggroup', 'querysharegroup', 'comment_taggers_group'].map(
    (parameter) =>
      [
        `the parameter ${parameter}`,
        (world: World) => world.as('admin').parameters.update({ parameters: { [parameter]: 'crew' } }),
      ] as const,
  ),
  ['bugs', (world) => addBugs(world.store, world.clock.now(), [{ groups: ['crew'] }])],
  [
    'a product',
    (world) => world.as('admin').groupControls.update({ names: ['Gadgets'], group: 'crew', editbugs: true }),
  ],
  [
    'a flag type',
    (world) => world.as('admin').flagTypes.create({ name: 'ok', description: 'Fine', grant_group: 'crew' }),
  ],
  [
    'a saved search',
    (world) => world.as('admin').savedSearches.save({ name: 'mine', query: 'x=1', shared_with: 'crew' }),
  ],
]

onAnyStore('rights over groups', (open) => {
  it('keep creators of groups from becoming members of a group that carries rights or restricts bugs', async () => {
    const world = await open()
    await join(world, 'carl', 'creategroups')
    for (const [what, use] of uses) {
      const admin = world.as('admin')
      await admin.groups.create({ name: 'crew', description: 'Some people' })
      await admin.groups.create({ name: 'outer', description: 'More people' })
      await admin.groups.inherit({ names: ['crew'], membership: { add: ['outer'] } })
      const carl = world.as('carl')
      await carl.groups.update({ names: ['crew', 'outer'], user_regexp: '^nobody@' })
      await use(world)
      const before = await rowsOf(world, 'user_groups')
      const ways = [
        () => carl.groups.update({ names: ['crew'], user_regexp: '^carl@' }),
        () => carl.groups.update({ names: ['outer'], user_regexp: '^carl@' }),
        () => carl.groups.inherit({ names: ['crew'], membership: { add: ['creategroups'] } }),
        () => carl.groups.inherit({ names: ['outer'], membership: { add: ['creategroups'] } }),
        () => carl.groups.inherit({ names: ['crew'], bless: { add: ['creategroups'] } }),
      ]
      for (const attempt of ways)
        await expect(attempt(), `by ${what}`).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
      expect(await rowsOf(world, 'user_groups'), `by ${what}`).toEqual(before)
      await carl.groups.update({ names: ['crew'], name: `crew of ${what}`, user_regexp: '^nobody@' })
      await carl.groups.update({ names: ['outer'], name: `outer of ${what}` })
    }
  })

  it('let those who may grant a group change its pattern of login names', async () => {
    const world = await open()
    await join(world, 'carl', 'creategroups')
    const grab = () => world.as('carl').groups.update({ names: ['secret'], user_regexp: '^carl@' })
    await expect(grab()).rejects.toMatchObject({ code: 'auth_failure' })
    await join(world, 'carl', 'secret', 'bless')
    expect((await grab()).groups[0]?.changes).toHaveProperty('user_regexp')
  })
})
