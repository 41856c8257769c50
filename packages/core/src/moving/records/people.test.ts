import { expect, it } from 'vitest'
import { onAnyStore, type World } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'
import { openImporter } from './importer.js'

const open = ({ store }: World) => openImporter(store, { source: 'https://old.example.org/' })
const user = (name: string, id?: number) => ({ kind: 'user', name, ...(id !== undefined && { id }) })

onAnyStore('people of another tracker', (openWorld) => {
  it('never become people of this one who only have their number, however often they come', async () => {
    const world = await openWorld()
    const alice = (await rowsOf(world, 'users')).find(({ login }) => login === 'alice@example.com')
    const number = alice?.id ?? 0
    const importer = await open(world)
    // Alice is another user in the source, where Mallory has Alice's local ID.
    await importer.put([user('alice@example.com', 900)])
    for (const outcome of ['created', 'same']) {
      const [put] = await importer.put([user('mallory@example.net', number)])
      expect(put).toMatchObject({ outcome, problems: [expect.stringMatching(/^it has the number \d+ here$/)] })
    }
    expect((await rowsOf(world, 'users')).find(({ id }) => id === number)?.login).toBe('alice@example.com')
    await importer.close()
  })

  it('keep local changes when the source changes too, unless the option says otherwise', async () => {
    const world = await openWorld()
    const system = world.tracker.asSystem('admin@example.com')
    await system.groups.create({ name: 'team', description: 'The team' })
    const importer = await open(world)
    // One comes under the own number, of the other there is an account.
    for (const name of ['zoe@example.net', 'alice@example.com']) {
      const told = { ...user(name, 501), groups: ['team', 'later'] }
      await importer.put([told])
      // Parts that could not be imported are tried again.
      expect(await importer.put([told])).toMatchObject([{ outcome: 'same' }])
      if (name === 'zoe@example.net') await system.groups.create({ name: 'later', description: 'Those who came later' })
      await importer.put([told])
      const { users } = await system.users.get({ names: [name], include_fields: ['id', 'groups'] })
      expect(users[0]?.groups?.map((group) => group.name)).toEqual(expect.arrayContaining(['team', 'later']))
      await system.users.update({ names: [name], login_denied_text: 'Left', groups: { remove: ['team'] } })
      expect(await importer.put([told])).toMatchObject([{ outcome: 'same' }])
      const disabled = async () => (await system.users.get({ names: [name] })).users[0]
      expect(await disabled()).toMatchObject({ login_denied_text: 'Left' })
      expect((await disabled())?.groups?.map((group) => group.name)).not.toContain('team')
      expect(await importer.put([{ ...told, real_name: 'New' }])).toMatchObject([
        { outcome: 'refused', problems: ['it was changed here since it came, and there since then'] },
      ])
      expect(await disabled()).toMatchObject({ login_denied_text: 'Left' })
    }
    await importer.close()
    const all = await openImporter(world.store, { source: 'https://old.example.org/', overwrite: true })
    const zoe = { ...user('zoe@example.net', 501), groups: ['team'], real_name: 'New' }
    expect(await all.put([zoe])).toMatchObject([{ outcome: 'replaced' }])
    const { users } = await system.users.get({ names: ['zoe@example.net'] })
    expect(users).toMatchObject([{ login_denied_text: '', real_name: 'New' }])
    await all.close()
  })

  it('keep their names when they use their accounts here: who gets the mail of an account gets the account', async () => {
    const world = await openWorld()
    const system = world.tracker.asSystem('admin@example.com')
    const importer = await open(world)
    await importer.put([user('zoe@example.net', 501)])
    await system.users.update({ names: ['zoe@example.net'], password: 'a password of hers' })
    expect(await importer.put([user('mallory@example.net', 501)])).toMatchObject([
      { outcome: 'refused', problems: [expect.stringContaining('rename it here')] },
    ])
    // A user of the source renames their account to the login of a local administrator, which stays unchanged.
    expect(
      await importer.put([{ ...user('ADMIN@example.com', 777), real_name: 'Mallory', login_denied_text: 'Out' }]),
    ).toMatchObject([{ outcome: 'same' }])
    const { users } = await system.users.get({ names: ['zoe@example.net', 'admin@example.com'] })
    expect(users).toMatchObject([
      { id: 501, name: 'zoe@example.net' },
      { name: 'admin@example.com', real_name: 'Administrator', login_denied_text: '' },
    ])
    await importer.close()
  })

  it('get new names when they have new ones there, also in forms', async () => {
    const world = await openWorld()
    const importer = await open(world)
    await importer.put([user('zoe@example.net', 501)])
    const { forms } = world.as('admin')
    const cc = (value: string) => [{ type: 'input' as const, id: 'cc', attributes: { label: 'CC', value } }]
    await forms.create({ name: 'Crash', body: cc('bob@example.com; zoe@example.net') })
    expect(await importer.put([user('zoe.new@example.net', 501)])).toMatchObject([{ outcome: 'replaced' }])
    expect((await forms.get({ names: ['Crash'] })).forms[0]?.body).toEqual(cc('bob@example.com, zoe.new@example.net'))
    expect((await rowsOf(world, 'audit_log')).at(-1)).toMatchObject({
      ...{ class: 'Form', user_id: null, field: 'body' },
      ...{ removed: 'zoe@example.net', added: 'zoe.new@example.net' },
    })
    const { users } = await world.tracker.asSystem().users.get({ ids: [501] })
    expect(users).toMatchObject([{ name: 'zoe.new@example.net' }])
    await importer.close()
  })

  it('come together even when several have one number or one name, or another got the number just before', async () => {
    const world = await openWorld()
    const next = Math.max(...(await rowsOf(world, 'users')).map(({ id }) => id)) + 1
    const importer = await open(world)
    const put = await importer.put([
      user('first@example.net'),
      user('second@example.net', next),
      user('third@example.net', 700),
      user('fourth@example.net', 700),
      user('FOURTH@example.net', 700),
    ])
    expect(put.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created', 'replaced', 'replaced'])
    // The source says that it is one person, whose name is another by now.
    const { users } = await world.tracker.asSystem().users.get({ ids: [700] })
    expect(users).toMatchObject([{ name: 'FOURTH@example.net' }])
    await importer.close()
  })

  it('cannot lose groups that do not exist', async () => {
    const world = await openWorld()
    const importer = await open(world)
    const [put] = await importer.put([{ ...user('zoe@example.net'), groups: ['nobody', 'admin'] }])
    expect(put).toMatchObject({ outcome: 'created', problems: ['there is no group nobody'] })
    await importer.close()
  })
})
