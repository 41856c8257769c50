import { defineRule } from '@trackerkit/core/rules'
import { expect, it } from 'vitest'
import { addFlagType, inStore } from '../../../test/bug-rows.js'
import { onEveryStore } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'

const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

onEveryStore('rules about new bugs', (open) => {
  it('see the flags that the bug is going to have, and their requestees on CC', async () => {
    const seen: unknown[] = []
    const see = (step: string, { flags, cc }: { flags: readonly { name: string; status: string }[]; cc: unknown }) =>
      void seen.push([step, flags.map(({ name, status }) => name + status), cc])
    const approvals = defineRule({
      name: 'approvals',
      on: 'bug.create',
      needs: ['flags', 'cc'],
      set: ({ after }) => see('set', after),
      check({ after }) {
        see('check', after)
        return after.flags.some(({ status }) => status === '+') ? 'Ask for approval.' : undefined
      },
    })
    const world = await open({ rules: [approvals] })
    await inStore(world.store, (tx) => addFlagType(tx, { name: 'approval', target_type: 'bug', is_requesteeble: true }))
    const file = (flag: object) => world.as('alice').bugs.create({ ...bug, flags: [{ name: 'approval', ...flag }] })
    await expect(file({ status: '+' })).rejects.toMatchObject({ code: 'rule_refused', message: 'Ask for approval.' })
    expect(await rowsOf(world, 'bugs')).toEqual([])
    await file({ status: '?', requestee: 'bob@example.com' })
    expect(seen).toEqual([
      ['set', ['approval+'], ['ivan@example.com']],
      ['check', ['approval+'], ['ivan@example.com']],
      ['set', ['approval?'], ['bob@example.com', 'ivan@example.com']],
      ['check', ['approval?'], ['bob@example.com', 'ivan@example.com']],
    ])
    expect(await rowsOf(world, 'flags')).toMatchObject([{ status: '?' }])
  })
})
