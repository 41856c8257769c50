// Carries out the plan of the example tracker through the public operations.
import { createTracker, type Operations, type Tracker } from '@trackerkit/core'
import type { Store } from '@trackerkit/core/store'
import { planDemo, yearInMinutes, type DemoEvent } from './plan.js'
import { administrator, people, products } from './setting.js'

/** Opens the example tracker in a store, and fills it when the store is empty: with a year that ends at `now`. */
export async function openDemo(store: Store, now = new Date()): Promise<Tracker> {
  const timeAt = (minutes: number) => new Date(now.getTime() + (minutes - yearInMinutes) * 60_000)
  let at: Date | undefined = timeAt(0)
  const { login, password } = administrator
  const tracker = await createTracker({
    store,
    administrator: { login, password },
    testing: { clock: () => at ?? new Date() },
  })
  if (tracker.isNew) {
    await setUp(tracker.asSystem(login))
    const ids: number[] = []
    for (const event of planDemo()) {
      at = timeAt(event.at)
      await happen(tracker.as({ login: loginOf(event.by) }), event, ids)
    }
  }
  at = undefined
  return tracker
}

function loginOf(person: string): string {
  return `${person}@example.com`
}

async function setUp(system: Operations): Promise<void> {
  await system.apiKeys.create({ key: administrator.apiKey, description: 'For trying things out' })
  for (const [person, full_name] of Object.entries(people)) {
    await system.users.create({ email: loginOf(person), full_name })
  }
  for (const { name: product, description, version, components } of products) {
    await system.products.create({ name: product, description, version })
    for (const { name, description: about, owner } of components) {
      await system.components.create({ product, name, description: about, default_assignee: loginOf(owner) })
    }
  }
}

/** `ids` are the numbers of the bugs of the plan; a new one is added. */
async function happen({ bugs, comments }: Operations, event: DemoEvent, ids: number[]): Promise<void> {
  if (event.kind === 'file') {
    const { product, component, version, summary, description, severity, priority } = event
    const { id } = await bugs.create({ product, component, version, summary, description, severity, priority })
    ids[event.bug] = id
    return
  }
  const id = ids[event.bug] as number
  if (event.kind === 'comment') await comments.create({ id, comment: event.text })
  else await bugs.update({ ids: [id], ...updateOf(event, ids) })
}

type Change = Exclude<DemoEvent, { kind: 'file' | 'comment' }>

function updateOf(event: Change, ids: readonly number[]): Omit<Parameters<Operations['bugs']['update']>[0], 'ids'> {
  switch (event.kind) {
    case 'join':
      return { cc: { add: [loginOf(event.by)] } }
    case 'depend':
      return { depends_on: { add: [ids[event.on] as number] } }
    case 'take':
      return { status: 'IN_PROGRESS', assigned_to: loginOf(event.by) }
    case 'close':
      return { status: 'RESOLVED', resolution: event.resolution, comment: { body: event.text } }
    case 'duplicate':
      return { dupe_of: ids[event.of] }
    case 'verify':
      return { status: 'VERIFIED' }
    case 'reopen':
      return { status: 'CONFIRMED', comment: { body: event.text } }
  }
}
