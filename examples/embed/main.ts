// An application with its bugs in a local file: npx tsx main.ts [FILE]
import { createTracker } from '@trackerkit/core'
import { sqliteStore } from '@trackerkit/adapter-sqlite'

const tracker = await createTracker({ store: sqliteStore(process.argv[2] ?? 'tracker.db') })

// Setup by the program itself, without permission checks.
const system = tracker.asSystem('admin@example.com')
if (tracker.isNew) {
  await system.users.create({ email: 'alice@example.com', full_name: 'Alice' })
  await system.products.create({ name: 'Widgets', description: 'Things that blink', version: '1.0' })
  await system.components.create({
    product: 'Widgets',
    name: 'UI',
    description: 'What people see',
    default_assignee: 'alice@example.com',
  })
}

// Daily work as a user whom the program has authenticated.
const alice = tracker.as({ login: 'alice@example.com' })
const stop = tracker.on('bug.changed', ({ bug_id, changes }) => {
  console.log(`bug ${bug_id}:`, changes.map((change) => `${change.field_name} is now ${change.added}`).join(', '))
})

const { id } = await alice.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' })
await alice.bugs.update({ ids: [id], status: 'RESOLVED', resolution: 'FIXED', comment: { body: 'It glows now.' } })

const { bugs } = await alice.bugs.search({ product: ['Widgets'], summary: ['blink'] })
for (const bug of bugs) console.log(`#${bug.id} ${bug.summary}: ${bug.status} ${bug.resolution}`)

stop()
await tracker.close()
