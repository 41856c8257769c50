import { randomBytes } from 'node:crypto'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { rules } from './rules.js'

const login = 'admin@example.com'
const password = randomBytes(12).toString('base64url')

export const tracker = await createTracker({
  store: memoryStore(),
  rules,
  administrator: { login, password },
  // Only for a new tracker.
  beforeSetUp: () => console.log(`Log in as ${login} with the password ${password}`),
})

if (tracker.isNew) {
  const system = tracker.asSystem(login)
  await system.products.create({ name: 'Example', description: 'Your first product', version: '1.0' })
  await system.components.create({
    product: 'Example',
    name: 'General',
    description: 'All bugs',
    default_assignee: login,
  })
}
