import { expect, it } from 'vitest'
import { onEveryStore, type World } from '../../test/harness.js'
import { rowsOf } from '../../test/people.js'
import { openImporter } from './importer.js'

const open = ({ store }: World) => openImporter(store, { source: 'https://old.example.org/' })
const user = (name: string, id?: number) => ({ kind: 'user', name, ...(id !== undefined && { id }) })

onEveryStore('people of another tracker', (openWorld) => {
  it('never become people of this one who only have their number, however often they come', async () => {
    const world = await openWorld()
    const alice = (await rowsOf(world, 'users')).find(({ login }) => login === 'alice@example.com')
    const number = alice?.id ?? 0
    const importer = await open(world)
    // Alice is somebody else there, and her number here is that of Mallory there.
    await importer.put([user('alice@example.com', 900)])
    for (const outcome of ['created', 'same']) {
      const [put] = await importer.put([user('mallory@example.net', number)])
      expect(put).toMatchObject({ outcome, problems: [expect.stringMatching(/^it has the number \d+ here$/)] })
    }
    expect((await rowsOf(world, 'users')).find(({ id }) => id === number)?.login).toBe('alice@example.com')
    await importer.close()
  })

  it('get new names when they have new ones there', async () => {
    const world = await openWorld()
    const importer = await open(world)
    await importer.put([user('zoe@example.net', 501)])
    expect(await importer.put([user('zoe.new@example.net', 501)])).toMatchObject([{ outcome: 'replaced' }])
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
    expect(put.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created', 'created', 'replaced'])
    const numbered = (login: string) => world.tracker.asSystem().users.get({ names: [login] })
    expect((await numbered('third@example.net')).users).toMatchObject([{ id: 700 }])
    expect((await numbered('fourth@example.net')).users[0]?.id).not.toBe(700)
    await importer.close()
  })

  it('are told to lose groups that are not there', async () => {
    const world = await openWorld()
    const importer = await open(world)
    const [put] = await importer.put([{ ...user('zoe@example.net'), groups: ['nobody', 'admin'] }])
    expect(put).toMatchObject({ outcome: 'created', problems: ['there is no group nobody'] })
    await importer.close()
  })
})
