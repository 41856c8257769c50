// Every process uses the current configuration: each change of it increases a version in the row that every
// transaction reads.
import { expect, it } from 'vitest'
import { onAnyStore, type World } from '../../test/harness.js'
import { rowsOf } from '../../test/people.js'
import type { AnyOperation } from '../call/define/operation.js'
import { operations } from './operations.js'
import { hostOf } from './host.js'

const about = { description: 'About it' }
const ui = { product: 'Widgets', names: ['UI'] }

/** All changes of the configuration, in an order in which all are possible. */
const changes: readonly (readonly [operation: string, input: object])[] = [
  ['parameters.update', { parameters: { useclassification: true, allowuserdeletion: true } }],
  ['classifications.create', { name: 'Things' }],
  ['classifications.update', { names: ['Things'], products: ['Gadgets'] }],
  ['classifications.delete', { names: ['Things'] }],
  ['products.create', { name: 'Gizmos', ...about, version: '1' }],
  ['products.update', { names: ['Gizmos'], is_open: false }],
  ['components.create', { product: 'Gizmos', name: 'Old', ...about, default_assignee: 'alice@example.com' }],
  ['components.create', { product: 'Gizmos', name: 'New', ...about, default_assignee: 'alice@example.com' }],
  ['components.update', { ...ui, default_cc: ['bob@example.com'] }],
  ['components.delete', { product: 'Gizmos', names: ['Old'] }],
  ['versions.create', { product: 'Widgets', name: '9' }],
  ['versions.update', { product: 'Widgets', names: ['9'], is_active: false }],
  ['versions.delete', { product: 'Widgets', names: ['9'] }],
  ['milestones.create', { product: 'Widgets', name: 'M9' }],
  ['milestones.update', { product: 'Widgets', names: ['M9'], sort_key: 9 }],
  ['milestones.delete', { product: 'Widgets', names: ['M9'] }],
  ['keywords.create', { name: 'odd', ...about }],
  ['keywords.update', { names: ['odd'], is_active: false }],
  ['keywords.delete', { names: ['odd'] }],
  ['fields.create', { name: 'cf_team', display_name: 'Team', type: 2 }],
  ['fieldValues.create', { field: 'cf_team', name: 'red' }],
  ['fieldValues.update', { field: 'cf_team', names: ['red'], is_active: false }],
  ['fieldValues.delete', { field: 'cf_team', names: ['red'] }],
  ['fields.update', { names: ['cf_team'], is_obsolete: true }],
  ['fields.delete', { names: ['cf_team'] }],
  ['workflow.update', { add: [{ from: 'VERIFIED', to: 'RESOLVED' }] }],
  ['groups.create', { name: 'crew', ...about }],
  ['groups.update', { names: ['crew'], is_active: false }],
  ['groups.inherit', { names: ['crew'], bless: { add: ['secret'] } }],
  ['groups.delete', { names: ['crew'] }],
  ['groupControls.update', { names: ['Widgets'], group: 'secret', canedit: true }],
  ['flagTypes.create', { name: 'ok', ...about }],
  ['flagTypes.update', { names: ['ok'], inclusions: ['Widgets'] }],
  ['flagTypes.delete', { names: ['ok'] }],
  ['users.update', { names: ['carl@example.com'], groups: { add: ['secret'] } }],
  ['users.update', { names: ['carl@example.com'], login_denied_text: 'Gone' }],
  ['users.erase', { ids: [7], reason: 'Asked for' }],
  ['users.updateSelf', { full_name: 'The Administrator' }],
  ['apiKeys.update', { ids: [1], is_revoked: true }],
  ['apiKeys.revokeAll', {}],
]

/** They create objects that no process can have cached. */
const harmless = ['users.create', 'apiKeys.create']

const resources = [...new Set(changes.map(([name]) => name.split('.')[0] as keyof typeof operations))]

function operationNamed(name: string): AnyOperation {
  const [resource = '', verb = ''] = name.split('.')
  return (operations as Readonly<Record<string, Readonly<Record<string, AnyOperation>>>>)[resource]?.[
    verb
  ] as AnyOperation
}

async function versions(world: World): Promise<string> {
  const [row] = await rowsOf(world, 'installation')
  return `${row?.catalogue_version} ${row?.identity_version}`
}

it('every operation that writes is among the configuration changes tried here or listed as none', () => {
  const writes = resources.flatMap((resource) =>
    Object.values<AnyOperation>(operations[resource]).flatMap(({ kind, name }) => (kind === 'write' ? [name] : [])),
  )
  expect(writes.toSorted()).toEqual([...new Set([...changes.map(([name]) => name), ...harmless])].toSorted())
})

onAnyStore('changes of the set-up', (open) => {
  it('require the right, are never anonymous, and are seen by the next call in every process', async () => {
    const world = await open()
    await world.as('admin').apiKeys.create({})
    await world.as('admin').apiKeys.create({})
    const run = (name: string, input: object, login: string | null) =>
      hostOf(world.tracker).run(operationNamed(name), login === null ? null : { login }, input)
    const numberOf = async (attempt: Promise<unknown>) =>
      attempt.then(
        () => 0,
        (error: unknown) => (error as { number?: number }).number,
      )
    let before = await versions(world)
    for (const [name, input] of changes) {
      const numbers = [await numberOf(run(name, input, null))]
      if (!['users.updateSelf', 'apiKeys.revokeAll'].includes(name))
        numbers.push(await numberOf(run(name, input, 'alice@example.com')))
      // A key of another user does not exist for the caller. Every user has a name and keys to change.
      const expected = { 'users.updateSelf': [410], 'apiKeys.revokeAll': [410], 'apiKeys.update': [410, 51] }[name] ?? [
        410, 304,
      ]
      expect([name, numbers, await versions(world)]).toEqual([name, expected, before])
      await run(name, input, 'admin@example.com')
      const after = await versions(world)
      expect([name, after]).not.toEqual([name, before])
      before = after
    }
  })
})
