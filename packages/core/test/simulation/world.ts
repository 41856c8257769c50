// The world of tests, with more people and groups in it.
import { bumpCatalogueVersion, bumpIdentityVersion } from '../../src/setup/catalogue.js'
import type { Writer } from '../../src/schema/index.js'
import { fieldTypes } from '../../src/setup/standard-fields.js'
import type { Store } from '../../src/store/index.js'
import type { TrackerOptions } from '../../src/tracker/options.js'
import { createTracker } from '../../src/tracker/tracker.js'
import { addCustomField, addFlagType, inStore } from '../bug-rows.js'
import { at } from '../bugs.js'
import { createTestClock } from '../harness.js'
import { seedWorld } from '../world.js'
import { more } from './people.js'

export type SimulatedWorld = Awaited<ReturnType<typeof openSimulation>>

export async function openSimulation(store: Store, options: Partial<TrackerOptions> = {}) {
  const clock = createTestClock()
  const logger = { warn: () => undefined, error: () => undefined }
  const tracker = await createTracker({
    store,
    logger,
    ...options,
    testing: { clock: clock.now, checkAnswers: true, ...options.testing },
  })
  await seedWorld(store, clock.now())
  await populate(store, clock.now())
  return { store, tracker, clock }
}

/** Adds to the world of tests what the simulation has beyond it. */
export async function populate(store: Store, now: Date): Promise<void> {
  await inStore(store, async (tx) => {
    await addLab(tx)
    for (const [name, groupsOf] of Object.entries(more)) await addPerson(tx, name, groupsOf, now)
    await addFlagType(tx, { name: 'ask' })
    await addCustomField(tx, { name: 'cf_bug', type: fieldTypes.bugId })
    await addCustomField(tx, { name: 'cf_many', type: fieldTypes.multiSelect }, ['x', 'y'])
    await bumpIdentityVersion(tx)
    await bumpCatalogueVersion(tx)
  })
}

/** Adds a group that is optional for bugs of Widgets, the default for bugs of Gadgets, and not available for others. */
async function addLab(tx: Writer): Promise<void> {
  const name = 'lab'
  const about = { description: 'The laboratory', is_bug_group: true, user_regexp: '', is_active: true }
  const [group_id = 0] = await tx.insert('groups', [{ name, name_folded: name, ...about }])
  const rights = { entry: false, canedit: false, editcomponents: false, editbugs: false, canconfirm: false }
  for (const product of await tx.select({ from: 'products' })) {
    const kind = { Widgets: 'shown', Gadgets: 'default' }[product.name]
    if (kind === undefined) continue
    const control = { member_control: kind, other_control: kind }
    await tx.insert('group_controls', [{ product_id: product.id, group_id, ...control, ...rights }])
  }
}

async function addPerson(tx: Writer, name: string, groupsOf: readonly string[], now: Date): Promise<void> {
  const about = { real_name: name, real_name_folded: name, email_enabled: true, login_denied_text: '' }
  const login = at(name)
  const [user_id = 0] = await tx.insert('users', [{ login, login_folded: login, ...about, creation_time: now }])
  const known = await tx.select({ from: 'groups' })
  const rows = groupsOf.map((group) => known.find((one) => one.name === group)?.id ?? 0)
  if (rows.length > 0)
    await tx.insert(
      'user_groups',
      rows.map((group_id) => ({ user_id, group_id, kind: 'direct' })),
    )
}
