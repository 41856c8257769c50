import { createTestTracker } from '@trackerkit/adapter-memory/testing'
import { defineRule } from '@trackerkit/core/rules'
import { expect, it } from 'vitest'
import { connect } from './connect.js'

it('an assistant reads why a rule of the program rejects its bug, comment and update', async () => {
  const rule = defineRule({
    name: 'no-swearing',
    on: ['bug.create', 'bug.update', 'comment.create'],
    needs: ['summary'],
    check: (write) =>
      (write.event === 'comment.create' ? write.after.text : write.after.summary).includes('damn')
        ? 'Please do not swear.'
        : undefined,
  })
  const tracker = await createTestTracker({ rules: [rule] })
  const assistant = await tracker.make.user({ groups: ['editbugs'] })
  await tracker.make.product({ name: 'Widgets' })
  await tracker.make.component({ product: 'Widgets', name: 'Lamp' })
  const bug = { product: 'Widgets', component: 'Lamp', version: '1.0' }
  const { id } = await assistant.as.bugs.create({ ...bug, summary: 'It blinks' })
  const { bugs } = await assistant.as.bugs.get({ ids: [id] })
  const client = await connect({ operations: assistant.as, allow: 'write' })
  for (const [name, input] of [
    ['create_bug', { ...bug, summary: 'damn', description: 'Why' }],
    ['add_comment', { id, comment: 'damn' }],
    ['update_bug', { id, update_token: bugs[0]?.update_token, comment: 'damn' }],
  ] as const) {
    const { isError, content } = await client.callTool({ name, arguments: { ...input } })
    expect([name, isError, JSON.stringify(content)]).toEqual([
      name,
      true,
      expect.stringContaining('Please do not swear.') as unknown,
    ])
  }
  expect((await assistant.as.bugs.search({})).bugs).toHaveLength(1)
  await client.close()
})
