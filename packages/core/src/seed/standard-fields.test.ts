import { expect, it } from 'vitest'
import { inStore } from '../../test/bug-rows.js'
import { file } from '../../test/bugs.js'
import { onAnyStore } from '../../test/harness.js'
import { typed } from '../store/index.js'
import { syncStandardFields } from './standard-fields.js'

onAnyStore('the fields that every installation has', (open) => {
  it('are added to an installation of an older version, and changes by administrators stay', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      await tx.delete('fields', { col: 'name', eq: 'days_elapsed' })
      await tx.update('fields', { col: 'name', eq: 'priority' }, { display_name: 'Urgency' })
    })
    await syncStandardFields(typed(world.store))
    const { fields } = await world.as(null).fields.get()
    const labels = new Map(fields.map((field) => [field.name, field.display_name]))
    expect(labels.get('days_elapsed')).toBe('Days since bug changed')
    expect(labels.get('priority')).toBe('Urgency')
    expect(fields).toHaveLength(60)
  })

  it('include votes, which are counted when the field is added', async () => {
    const world = await open()
    const { id } = await file(world)
    const [description] = (await world.as('alice').bugs.view({ id })).comments
    for (const name of ['alice', 'bob'])
      await world.as(name).comments.updateReactions({ id: description?.id ?? 0, add: ['+1'] })
    await inStore(world.store, async (tx) => {
      await tx.delete('fields', { col: 'name', eq: 'votes' })
      await tx.update('bugs', { col: 'id', eq: id }, { votes: 0 })
    })
    await syncStandardFields(typed(world.store))
    const { bugs } = await world.as('alice').bugs.search({ votes: 2, include_fields: ['votes'] })
    expect(bugs).toEqual([{ votes: 2 }])
  })
})
