import { expect, it } from 'vitest'
import { inStore } from '../../test/bug-rows.js'
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
    expect(fields).toHaveLength(59)
  })
})
