import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestTracker } from '@trackerkit/adapter-memory/testing'
import { rules } from '../src/rules.js'

test('a blocker needs a description', async () => {
  await using tracker = await createTestTracker({ rules })
  await tracker.make.product({ name: 'Example' })
  await tracker.make.component({ product: 'Example', name: 'General' })
  const { as } = await tracker.make.user({})
  const bug = { product: 'Example', component: 'General', version: '1.0', severity: 'blocker', summary: 'It is down' }
  await assert.rejects(as.bugs.create(bug), { code: 'rule_refused' })
  const { id } = await as.bugs.create({ ...bug, description: 'The start page answers 500.' })
  assert.equal(id, 1)
})
