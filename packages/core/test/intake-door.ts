// An intake with a key, for tests of reports.
import type { IntakesCreateInput } from '@trackerkit/types'
import { hostOf } from '../src/tracker/host.js'
import { operations } from '../src/tracker/operations.js'
import type { World } from './harness.js'

export const place = { product: 'Widgets', component: 'UI', version: '1.0' }

/** An intake with a key, and reports to it by people without an account. */
export async function openDoor(world: World, intake: Partial<IntakesCreateInput> = {}) {
  const { intakes } = world.tracker.asSystem('admin@example.com')
  const { id } = await intakes.create({ name: 'app', ...place, accepts: 'anybody', ...intake })
  const { key } = await intakes.rotateKey({ id })
  const host = hostOf(world.tracker)
  const send = (input: object = {}, details: object = {}, who: string | null = null) => {
    const credential = who === null ? null : { login: `${who}@example.com` }
    return host.run(operations.reports.create, credential, { key, summary: 'It blinks', ...input }, details)
  }
  const held = async (who = 'admin') => (await world.as(who).inbound.list({ outcome: 'held', preview: true })).items
  const bugs = async () => (await world.tracker.asSystem().bugs.search({ include_fields: ['id'] })).bugs.length
  return { id, key, send, held, bugs }
}

export const filesDirectly = { holds: false, account: 'carl@example.com' }
