import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../test/bug-rows.js'
import { onEveryStore, type World } from '../../test/harness.js'
import { groupId, join } from '../../test/people.js'
import { loadCatalogue } from '../setup/catalogue.js'
import {
  callerOf,
  hasRight,
  hidesMailHosts,
  loadMemberships,
  nobody,
  shownLogin,
  systemCaller,
  withHeirs,
  withInherited,
} from './context.js'
import type { TrackerSchema } from '../schema/index.js'
import type { Store } from '../store/index.js'

/** Loads a caller and the current configuration. */
async function callerNamed(world: World, name: string) {
  return (world.store as unknown as Store<TrackerSchema>).read(async (tx) => {
    const [installation] = await tx.select({ from: 'installation' })
    const [user] = await tx.select({ from: 'users', where: { col: 'login', eq: `${name}@example.com` } })
    if (!installation || !user) throw new Error(`there is nobody called ${name}`)
    const catalogue = await loadCatalogue(tx, installation)
    return { catalogue, who: callerOf(catalogue, user, await loadMemberships(tx, user.id)) }
  })
}

async function relate(world: World, member: string, kind: string, group: string) {
  const row = { member_group_id: await groupId(world, member), group_id: await groupId(world, group), kind }
  await inStore(world.store, (tx) => tx.insert('group_inheritance', [row]))
}

async function groupsOf(world: World, name: string) {
  const { catalogue, who } = await callerNamed(world, name)
  return [...catalogue.groups].filter((group) => who.groupIds.has(group.id)).map((group) => group.name)
}

onEveryStore('a caller', (open) => {
  it('is in groups directly, by pattern, and through groups that inherit others', async () => {
    const world = await open()
    expect(await groupsOf(world, 'ivan')).toEqual(['bz_canusewhines', 'editbugs', 'insiders', 'secret'])
    await relate(world, 'insiders', 'membership', 'canconfirm')
    await relate(world, 'canconfirm', 'membership', 'editkeywords')
    expect(await groupsOf(world, 'ivan')).toEqual([
      'bz_canusewhines',
      'canconfirm',
      'editbugs',
      'editkeywords',
      'insiders',
      'secret',
    ])
    expect(await groupsOf(world, 'carl')).toEqual(['canconfirm', 'editkeywords'])
  })

  it('is in no group that it may only grant or see', async () => {
    const world = await open()
    await join(world, 'eve', 'insiders', 'bless')
    await relate(world, 'canconfirm', 'bless', 'insiders')
    await relate(world, 'canconfirm', 'visible', 'secret')
    expect(await groupsOf(world, 'eve')).toEqual([])
    expect(await groupsOf(world, 'carl')).toEqual(['canconfirm'])
  })

  it('is found although groups inherit each other in a circle', async () => {
    const world = await open()
    await relate(world, 'insiders', 'membership', 'secret')
    await relate(world, 'secret', 'membership', 'canconfirm')
    await relate(world, 'canconfirm', 'membership', 'insiders')
    expect(await groupsOf(world, 'carl')).toEqual(['canconfirm', 'insiders', 'secret'])
    const { catalogue } = await callerNamed(world, 'carl')
    const circle = await Promise.all(['canconfirm', 'insiders', 'secret'].map((name) => groupId(world, name)))
    const admin = await groupId(world, 'admin')
    for (const id of circle) {
      expect(withInherited(catalogue, [id])).toEqual(new Set(circle))
      expect(withHeirs(catalogue, [id])).toEqual(new Set([...circle, admin]))
    }
  })

  it('may grant the groups it was given directly or by another group, and all groups with editusers', async () => {
    const world = await open()
    await join(world, 'eve', 'insiders', 'bless')
    await relate(world, 'canconfirm', 'bless', 'secret')
    const granted = async (name: string) => [...(await callerNamed(world, name)).who.blessIds]
    expect(await granted('eve')).toEqual([await groupId(world, 'insiders')])
    expect(await granted('carl')).toEqual([await groupId(world, 'secret')])
    expect(await granted('bob')).toEqual([])
    const { catalogue } = await callerNamed(world, 'bob')
    expect(await granted('admin')).toHaveLength(catalogue.groups.size)
  })

  it('has the rights of the groups it is in; the embedding program has all; the logged-out none', async () => {
    const world = await open()
    const carl = await callerNamed(world, 'carl')
    expect([hasRight(carl, 'canconfirm'), hasRight(carl, 'editbugs')]).toEqual([true, false])
    const { catalogue } = carl
    expect(hasRight({ who: systemCaller(catalogue, null), catalogue }, 'admin')).toBe(true)
    expect(hasRight({ who: nobody, catalogue }, 'canconfirm')).toBe(false)
    await relate(world, 'canconfirm', 'membership', 'editusers')
    expect(hasRight(await callerNamed(world, 'carl'), 'editusers')).toBe(true)
  })

  it('is an insider and a time tracker by the groups that parameters name, and by none when they name none', async () => {
    const world = await open()
    const bits = async (name: string) => {
      const { who } = await callerNamed(world, name)
      return [who.isInsider, who.isTimeTracker]
    }
    expect([await bits('ivan'), await bits('alice'), await bits('eve')]).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ])
    await inStore(world.store, (tx) => setParameter(tx, 'insidergroup', ''))
    await inStore(world.store, (tx) => setParameter(tx, 'timetrackinggroup', 'CanConfirm'))
    expect([await bits('ivan'), await bits('carl'), await bits('admin')]).toEqual([
      [false, false],
      [false, true],
      [false, true],
    ])
  })

  it('sees no hosts of mail addresses while logged out, unless the filter of addresses is off [DATA-02]', async () => {
    const world = await open()
    const { catalogue, who } = await callerNamed(world, 'eve')
    expect(shownLogin({ who: nobody, catalogue }, 'alice@example.com')).toBe('alice')
    expect(shownLogin({ who, catalogue }, 'alice@example.com')).toBe('alice@example.com')
    expect(hidesMailHosts({ who: systemCaller(catalogue, null), catalogue })).toBe(false)
    await inStore(world.store, (tx) => setParameter(tx, 'webservice_email_filter', '0'))
    const unfiltered = await callerNamed(world, 'eve')
    expect(shownLogin({ who: nobody, catalogue: unfiltered.catalogue }, 'alice@example.com')).toBe('alice@example.com')
  })
})
