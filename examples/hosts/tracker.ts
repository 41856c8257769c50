// The tracker that the hosts of this folder put into their programs.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'

/** Opens a tracker in memory, with a product to file bugs in and one of the program's users. */
export async function openTracker(): Promise<Tracker> {
  const tracker = await createTracker({ store: memoryStore() })
  const system = tracker.asSystem('admin@example.com')
  await system.users.create({ email: 'alice@example.com', full_name: 'Alice' })
  await system.products.create({ name: 'Widgets', description: 'Things that blink', version: '1.0' })
  await system.components.create({
    product: 'Widgets',
    name: 'UI',
    description: 'What people see',
    default_assignee: 'alice@example.com',
  })
  // In kilobytes.
  await system.parameters.update({ parameters: { maxattachmentsize: '10000' } })
  return tracker
}
