import { memoryStore } from '@trackerkit/adapter-memory'
import { expect, it } from 'vitest'
import { onAnyStore, type World } from '../../../test/harness.js'
import { changeUser, givePassword, rowsOf } from '../../../test/people.js'
import { createTracker } from '../../tracker/tracker.js'

const password = 'correct horse'
const first = { login: 'first@example.com', password, real_name: 'First Person' }
const product = { name: 'Kites', description: 'What flies', component: 'General' }

const rightsOf = async (world: World, login: string) =>
  (await world.tracker.as({ login, password }).users.whoami({ include_fields: ['rights'] })).rights

onAnyStore('setting up a tracker', (open) => {
  it('makes an administrator who can log in and file a bug in the first product', async () => {
    const world = await open()
    expect(await world.tracker.canBeAdministered()).toBe(false)
    await world.tracker.setUp({ ...first, product })
    expect(await world.tracker.canBeAdministered()).toBe(true)
    expect(await rightsOf(world, first.login)).toContain('admin')
    const person = world.tracker.as({ login: first.login })
    const { id } = await person.bugs.create({
      product: 'Kites',
      component: 'General',
      version: 'unspecified',
      summary: 'It falls',
    })
    const { bugs } = await person.bugs.get({ ids: [id] })
    expect(bugs[0]).toMatchObject({ assigned_to: first.login, target_milestone: '---' })
    const { groups } = await person.groups.get({ names: ['admin'], membership: true })
    expect(groups[0]?.membership?.map(({ name }) => name)).toContain(first.login)
  })

  it('succeeds once: of two concurrent callers one is rejected, and so is every later one', async () => {
    const world = await open()
    const second = { ...first, login: 'second@example.com' }
    const done = await Promise.allSettled([world.tracker.setUp(first), world.tracker.setUp(second)])
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(done.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'set_up_already' } })
    await expect(world.tracker.setUp(second)).rejects.toMatchObject({ code: 'set_up_already', number: 1465 })
  })

  it('leaves nothing behind when any of it is refused', async () => {
    const world = await open()
    const before = (await rowsOf(world, 'users')).length
    const wrong: readonly [object, object][] = [
      [
        { product: { ...product, name: 'Widgets' } },
        { code: 'product_name_already_in_use', data: { field: 'product.name' } },
      ],
      [
        { product: { ...product, component: ' ' } },
        { code: 'component_blank_name', data: { field: 'product.component' } },
      ],
      [{ login: 'first' }, { code: 'illegal_email_address', data: { field: 'login' } }],
      [{ password: 'short' }, { code: 'password_too_short' }],
      [{ password: '' }, { code: 'param_required', data: { field: 'password' } }],
    ]
    for (const [change, error] of wrong)
      await expect(world.tracker.setUp({ ...first, ...change })).rejects.toMatchObject(error)
    expect(await rowsOf(world, 'users')).toHaveLength(before)
    expect(await world.tracker.canBeAdministered()).toBe(false)
  })

  it('claims an account without a way to log in, and no other', async () => {
    const world = await open()
    await givePassword(world, 'bob', password)
    for (const login of ['bob@example.com', 'dora@example.com'])
      await expect(world.tracker.setUp({ ...first, login })).rejects.toMatchObject({ code: 'account_exists' })
    await world.tracker.setUp({ ...first, login: 'Alice@example.com' })
    expect(await rightsOf(world, 'alice@example.com')).toContain('admin')
  })

  it('is not needed where an administrator has a key that may write, and needed again when that is revoked', async () => {
    const world = await open()
    const admin = world.as('admin')
    await admin.apiKeys.create({ description: 'reads', is_read_only: true })
    expect(await world.tracker.canBeAdministered()).toBe(false)
    const { id } = await admin.apiKeys.create({ description: 'writes' })
    expect(await world.tracker.canBeAdministered()).toBe(true)
    await admin.apiKeys.update({ ids: [id], is_revoked: true })
    expect(await world.tracker.canBeAdministered()).toBe(false)
  })

  it('looks at all whose groups make them administrators, and not at those who are locked out', async () => {
    const world = await open()
    await givePassword(world, 'ivan', password)
    await world.tracker.asSystem().groups.inherit({ names: ['admin'], membership: { add: ['insiders'] } })
    expect(await world.tracker.canBeAdministered()).toBe(true)
    await changeUser(world, 'ivan', { login_denied_text: 'left' })
    expect(await world.tracker.canBeAdministered()).toBe(false)
  })
})

it('a tracker that begins without an administrator has no account until it is set up', async () => {
  const tracker = await createTracker({ store: memoryStore(), administrator: null })
  const { users } = await tracker.asSystem().users.get({ match: ['@'] })
  expect(users).toEqual([])
  const { id } = await tracker.setUp(first)
  const { parameters } = await tracker.as({ user_id: id }).parameters.get()
  expect(parameters['maintainer']).toBe(first.login)
  await tracker.close()
})
