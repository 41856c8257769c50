// For users identified by the host, hidden objects look like missing ones, down to the statements executed.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { expect, it } from 'vitest'
import { countingStore } from '../../../core/test/counting-store.js'
import { createRestHandler } from '../../src/index.js'

const carol = { subject: '17', login: 'carol@example.com', full_name: 'Carol', groups: ['staff'] }

async function openHost() {
  const counted = countingStore(memoryStore())
  const tracker = await createTracker({ store: counted.store, hostUsers: { groups: ['staff'] } })
  const system = tracker.asSystem()
  for (const name of ['staff', 'secret']) await system.groups.create({ name, description: 'People' })
  await system.users.create({ email: 'alice@example.com' })
  await system.products.create({ name: 'Widgets', description: 'All', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'All', default_assignee: 'alice@example.com' }
  await system.components.create(component)
  await system.groupControls.update({
    names: ['Widgets'],
    group: 'secret',
    member_control: 'shown',
    other_control: 'shown',
  })
  const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
  const alice = tracker.asSystem('alice@example.com')
  const { id: hidden } = await alice.bugs.create({ ...bug, groups: ['secret'], alias: ['vault'] })
  const rest = createRestHandler(tracker, { identify: () => ({ host: carol }) })
  return { tracker, rest, hidden, counted }
}

const asked = [
  ['GET', '/bug/{x}'],
  ['GET', '/bug/{x}/comment'],
  ['GET', '/bug/{x}/history'],
  ['GET', '/bug?id={x}'],
  ['PUT', '/bug/{x}', { summary: 'Mine' }],
  ['POST', '/bug/{x}/comment', { comment: 'Mine' }],
  ['POST', '/bug_user_last_visit/{x}', {}],
] as const

it('A hidden bug is to whom the host names what an absent one is, in status, text, headers and statements', async () => {
  const { tracker, rest, hidden, counted } = await openHost()
  const absent = 9 - hidden
  const send = async (name: number | string, [method, path, body]: (typeof asked)[number]) => {
    const target = `https://bugs.example.com/rest${path.replace('{x}', String(name))}`
    const headers = { 'Content-Type': 'application/json' }
    counted.trace.length = counted.writes.length = 0
    const response = await rest(new Request(target, { method, headers, ...(body && { body: JSON.stringify(body) }) }))
    const { 'x-request-id': _id, ...told } = Object.fromEntries(response.headers)
    const text = (await response.text()).replace(new RegExp(`\\b${name}\\b`, 'g'), '{x}')
    const answer = JSON.stringify([response.status, told, text])
    return { answer, statements: [counted.trace.length, ...counted.writes] }
  }
  // At first sight an account is made.
  expect((await rest(new Request('https://bugs.example.com/rest/whoami'))).status).toBe(200)
  for (const one of asked) {
    await send(hidden, one)
    expect(await send(hidden, one)).toEqual(await send(absent, one))
    expect(await send('vault', one)).toEqual(await send('fault', one))
  }
  await tracker.asSystem().users.update({ names: [carol.login], groups: { add: ['secret'] } })
  expect((await send(hidden, asked[0])).answer).toContain('It blinks')
  await tracker.close()
})
