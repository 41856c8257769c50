// The forms of administrators, filled in without a browser: every kind creates and updates by the operations of its resource.
import type { Client } from '@trackerkit/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kindOf } from '../src/pages/admin/kinds/index.js'
import type { FormField, Kind, Thing, Value, Values } from '../src/pages/admin/kinds/kind.js'
import { createWorld, people, type World } from './harness.js'

let world: World
let operations: Client
beforeAll(async () => {
  world = await createWorld()
  operations = world.tracker.as({ login: people.admin }) as unknown as Client
})
afterAll(() => world.tracker.close())

const kind = (name: string, parent?: string): Kind => {
  const found = kindOf(name, parent)
  if (!found) throw new Error(`There is no kind ${name}.`)
  return found
}

/** The values of a new form in which nothing is typed. */
function blank({ fields }: Kind): Values {
  const valueOf = ({ type, start }: FormField): Value => {
    if (start !== undefined) return start
    if (type === 'check') return false
    if (type === 'words' || type === 'checks') return []
    return type === 'number' ? 0 : ''
  }
  return Object.fromEntries(fields.filter(({ only }) => only !== 'old').map((field) => [field.name, valueOf(field)]))
}

async function create(of: Kind, values: Values, parent = ''): Promise<Thing> {
  await of.create?.(operations, { ...blank(of), ...values }, parent)
  return find(of, String(values['name'] ?? values['email']), parent)
}

async function find(of: Kind, key: string, parent = ''): Promise<Thing> {
  const all = await of.list(operations, parent, '')
  const thing = of.get ? await of.get(operations, key, parent) : all.find((one) => one.key === key)
  if (!thing) throw new Error(`There is no ${key}.`)
  return thing
}

describe('the forms of administrators', () => {
  it('create a field that depends on no other, and then make it depend on one', async () => {
    const fields = kind('fields')
    const field = await create(fields, { name: 'cf_size', display_name: 'Size', type: '2' })
    expect(field.values).toMatchObject({ display_name: 'Size', is_on_bug_entry: true, visibility_field: '' })
    await fields.update?.(operations, field, { visibility_field: 'priority', visibility_values: ['High'] }, '')
    expect((await find(fields, 'cf_size')).values).toMatchObject({ visibility_field: 'priority' })
    await fields.update?.(operations, field, { visibility_field: '' }, '')
    expect((await find(fields, 'cf_size')).values).toMatchObject({ visibility_field: '', visibility_values: [] })
  })

  it('create values, of which only statuses are open or closed', async () => {
    const values = kind('values', 'fields')
    expect((await create(values, { name: 'Soon' }, 'priority')).values).toMatchObject({ is_active: true, sort_key: 0 })
    await create(values, { name: 'PARKED', is_open: false }, 'bug_status')
    const { fields } = await operations.fields.get({ names: ['bug_status'] })
    expect(fields[0]?.values.find(({ name }) => name === 'PARKED')?.is_open).toBe(false)
  })

  it('create flag types that apply everywhere, and limit them to a component', async () => {
    const flagTypes = kind('flag-types')
    const review = await create(flagTypes, { name: 'review', description: 'Review', target_type: 'attachment' })
    expect(review.values).toMatchObject({ target_type: 'attachment', is_requestable: true, exclusions: [] })
    await flagTypes.update?.(operations, review, { inclusions: ['Widgets > UI'] }, '')
    expect((await find(flagTypes, 'review')).values).toMatchObject({ inclusions: ['Widgets > UI'] })
  })

  it('set the relations of groups and the products of classifications', async () => {
    const [groups, classifications] = [kind('groups'), kind('classifications')]
    const testers = await create(groups, { name: 'testers', description: 'Testers' })
    await groups.update?.(operations, testers, { description: 'All testers', membership: ['staff'] }, '')
    const { values } = await find(groups, 'testers')
    expect(values).toMatchObject({ description: 'All testers', is_active: true })
    expect(values['membership']).toContain('staff')
    const hardware = await create(classifications, { name: 'Hardware' })
    await classifications.update?.(operations, hardware, { products: ['Gadgets'] }, '')
    expect((await find(classifications, 'Hardware')).values).toMatchObject({ products: ['Gadgets'] })
  })

  it('set the meaning of a group in a product', async () => {
    const controls = kind('group-controls', 'products')
    await controls.create?.(
      operations,
      { ...blank(controls), group: 'staff', member_control: 'shown', other_control: 'na' },
      'Gadgets',
    )
    const control = await find(controls, 'staff', 'Gadgets')
    expect(control.values).toMatchObject({ member_control: 'shown', canedit: false })
    await controls.update?.(operations, control, { canconfirm: true }, 'Gadgets')
    expect((await find(controls, 'staff', 'Gadgets')).values).toMatchObject({
      member_control: 'shown',
      canconfirm: true,
    })
  })

  it('create users without a password, and change their groups', async () => {
    const users = kind('users')
    const user = await create(users, { email: 'new@example.com', full_name: 'New' })
    await users.update?.(operations, user, { groups: ['staff'], login_denied_text: 'Left' }, '')
    const { values } = await find(users, 'new@example.com')
    expect(values['groups']).toContain('staff')
    expect(values['login_denied_text']).toBe('Left')
  })
})
