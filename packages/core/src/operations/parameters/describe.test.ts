import { expect, it } from 'vitest'
import { onAnyStore } from '../../../test/harness.js'

onAnyStore('parameters.describe', (open) => {
  it('returns to members of tweakparams the value and default of each parameter, and why it is read-only', async () => {
    const admin = (await open()).as('admin')
    const { parameters } = await admin.parameters.describe()
    const { parameters: values } = await admin.parameters.get()
    expect(parameters.map(({ name }) => name).toSorted()).toEqual(Object.keys(values).toSorted())
    const named = (wanted: string) => parameters.find(({ name }) => name === wanted)
    expect(named('maxattachmentsize')).toMatchObject({ type: 'int', default: '1000', max: 1_000_000, fixed: null })
    expect(named('defaultpriority')).toMatchObject({ type: 'value', field: 'priority' })
    expect(named('password_complexity')?.choices).toContain('mixed_letters')
    expect(named('cookiepath')?.fixed).toContain('no cookie')
  })

  it('rejects all other callers', async () => {
    const alice = (await open()).as('alice')
    await expect(alice.parameters.describe()).rejects.toMatchObject({ code: 'auth_failure' })
  })
})
