import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'

onAnyStore('server', (open) => {
  it('answers its version, which is that of the package [SRV-01]', async () => {
    const world = await open()
    const { version } = await world.as(null).server.version()
    expect(version).toMatch(/^\d+\.\d+(\.\d+)?$/)
    const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as object
    expect(manifest).toMatchObject({ version })
  })

  it('answers its extensions by name [SRV-02]', async () => {
    const world = await open()
    expect(await world.as(null).server.extensions()).toEqual({ extensions: {} })
  })

  it('answers its offset from UTC [SRV-03]', async () => {
    const world = await open()
    expect(await world.as(null).server.timezone()).toEqual({ timezone: '+0000' })
  })

  it('answers its time, in UTC [SRV-04] [SRV-05]', async () => {
    const world = await open()
    world.clock.advance(90)
    const now = new Date('2026-03-01T12:01:30Z')
    expect(await world.as('alice').server.time()).toEqual({
      db_time: now,
      web_time: now,
      web_time_utc: now,
      tz_name: 'UTC',
      tz_short_name: 'UTC',
      tz_offset: '+0000',
    })
  })

  it('answers the time with which changes are recorded [SRV-06]', async () => {
    const world = await open()
    const { db_time } = await world.as('alice').server.time()
    const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
    const { id } = await world.as('alice').bugs.create(bug)
    const { bugs } = await world.as('alice').bugs.search({ creation_time: db_time })
    expect(bugs.map((found) => found.id)).toEqual([id])
  })

  it('answers in spite of wrong credentials, and where a login is required', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'requirelogin', '1'))
    for (const caller of [world.as(null), world.tracker.as({ token: '1-wrong' })]) {
      for (const verb of ['version', 'extensions', 'timezone', 'time'] as const)
        await expect(caller.server[verb]()).resolves.toBeDefined()
    }
  })
})

onAnyStore('server.lastAuditTime', (open) => {
  /** A product at 12:00:10 (with version and milestone), a component at 12:00:20, a renamed product at 12:00:30. */
  async function administrate(world: World): Promise<void> {
    const admin = world.as('admin')
    world.clock.advance(10)
    await admin.products.create({ name: 'Gizmos', description: 'Small things', version: '1' })
    world.clock.advance(10)
    const component = { name: 'All', description: 'All', default_assignee: 'alice@example.com' }
    await admin.components.create({ product: 'Gizmos', ...component })
    world.clock.advance(10)
    await admin.products.update({ names: ['Gizmos'], name: 'Gadgetry' })
    world.clock.advance(10)
  }
  const at = (seconds: number) => ({ last_audit_time: new Date(Date.UTC(2026, 2, 1, 12, 0, seconds)) })

  it('is null while nothing has been changed', async () => {
    const world = await open()
    expect(await world.as(null).server.lastAuditTime()).toEqual({ last_audit_time: null })
  })

  it('is the time of the newest change of all [SRV-11]', async () => {
    const world = await open()
    await administrate(world)
    expect(await world.as(null).server.lastAuditTime()).toEqual(at(30))
    expect(await world.as('alice').server.lastAuditTime({ class: [] })).toEqual(at(30))
  })

  it('is that of the named kinds only [SRV-12]', async () => {
    const world = await open()
    await administrate(world)
    const of = (...kinds: string[]) => world.as('alice').server.lastAuditTime({ class: kinds })
    expect(await of('Tracker::Component')).toEqual(at(20))
    expect(await of('Tracker::Version')).toEqual(at(10))
    expect(await of('Tracker::Version', 'Tracker::Component')).toEqual(at(20))
    expect(await of('Bugzilla::Component')).toEqual(at(20))
    expect(await of('Tracker::Keyword')).toEqual({ last_audit_time: null })
    expect(await world.as('alice').server.lastAuditTime({ class: 'Tracker::Milestone' })).toEqual(at(10))
  })

  it('ignores names of another form', async () => {
    const world = await open()
    await administrate(world)
    const of = (...kinds: string[]) => world.as('alice').server.lastAuditTime({ class: kinds })
    expect(await of('Component')).toEqual(at(30))
    expect(await of('Tracker:Component', "Tracker::'; drop")).toEqual(at(30))
    expect(await of('Component', 'Tracker::Version')).toEqual(at(10))
  })

  it('requires a login where the installation does', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'requirelogin', '1'))
    await expect(world.as(null).server.lastAuditTime()).rejects.toMatchObject({ number: 410 })
  })
})
