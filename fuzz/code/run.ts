// Mutated events of git hosts, each delivered twice.
import { createTestTracker } from '@trackerkit/adapter-memory/testing'
import { isTrackerError } from '@trackerkit/core'
import { hostOf } from '@trackerkit/core/host'
import { hookSecret } from '../../packages/core/test/code.js'
import { createDice, type Dice } from '../dice.js'
import { mutated } from './mutate.js'
import { seedOf, signed } from './seeds.js'

export interface CodeFuzz {
  readonly findings: readonly string[]
  /** Deliveries by their result. */
  readonly outcomes: Readonly<Record<string, number>>
}

/** Deliveries to one tracker. */
const mostOfTracker = 1000

/** Milliseconds of CPU time of one delivery. */
const longest = 1000

/** The account of the hook sees the first bug, and not the second one. */
const [visible, hidden, absent] = [1, 2, 999_999]

/** Returns the findings. */
export async function fuzzCode(count: number, seed: number): Promise<CodeFuzz> {
  const dice = createDice(seed)
  const findings: string[] = []
  const outcomes: Record<string, number> = {}
  for (let done = 0; done < count && findings.length === 0; done += mostOfTracker)
    findings.push(...(await fuzzTracker(dice, Math.min(mostOfTracker, count - done), outcomes)))
  return { findings, outcomes }
}

async function openTracker() {
  const tracker = await createTestTracker({ logger: { warn: ignore, error: ignore } })
  const system = tracker.asSystem('admin@example.com')
  await system.users.create({ email: 'bot@example.com' })
  await system.groups.create({ name: 'secret', description: 'Hidden bugs' })
  await system.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  const part = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'admin@example.com' }
  await system.components.create(part)
  const shown = { member_control: 'shown', other_control: 'shown' } as const
  await system.groupControls.update({ names: ['Widgets'], group: 'secret', ...shown })
  const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
  await system.bugs.create(bug)
  await system.bugs.create({ ...bug, groups: ['secret'] })
  for (const host of ['github', 'gitlab', 'gitea'] as const)
    await system.codeHooks.create({ name: host, host, account: 'bot@example.com', secret: hookSecret })
  return { tracker, system }
}

type Opened = Awaited<ReturnType<typeof openTracker>>

function ignore(): void {}

async function fuzzTracker(dice: Dice, count: number, outcomes: Record<string, number>): Promise<string[]> {
  const opened = await openTracker()
  const before = await stateOf(opened, hidden)
  for (let n = 0; n < count; n++) {
    const delivery = seedOf(dice, dice.oneOf([visible, hidden, absent]))
    const body = mutated(dice, delivery.payload)
    const request = { host: delivery.host, headers: signed(delivery, body), body }
    const problem = await problemOf(opened, request, outcomes)
    if (problem !== undefined) return [`${problem}\n    ${delivery.host} ${Buffer.from(body).toString('base64')}`]
  }
  const after = await stateOf(opened, hidden)
  await opened.tracker.close()
  return after === before ? [] : ['a bug was changed that the account of the hook cannot see']
}

interface Result {
  readonly name: string
  readonly isFault: boolean
  /** The bugs that were left out, as JSON. */
  readonly left: string
}

type Request = Parameters<ReturnType<typeof hostOf>['receiveCode']>[0]

async function problemOf(
  opened: Opened,
  request: Request,
  outcomes: Record<string, number>,
): Promise<string | undefined> {
  const start = process.cpuUsage().user
  const first = await resultOf(opened, request)
  if (process.cpuUsage().user - start > longest * 1000) return 'a delivery took more than a second'
  outcomes[first.name] = (outcomes[first.name] ?? 0) + 1
  if (first.isFault) return `a delivery failed: ${first.name}`
  if (first.left.includes(`"bug":${hidden},"reason":"not_closed"`)) return 'an answer shows that a hidden bug exists'
  if (first.name === 'closed') await opened.system.bugs.update({ ids: [visible], status: 'CONFIRMED' })
  const state = await stateOf(opened, visible)
  await resultOf(opened, request)
  return (await stateOf(opened, visible)) === state ? undefined : 'a repeated delivery changed the bug again'
}

async function resultOf({ tracker }: Opened, request: Request): Promise<Result> {
  try {
    const { links, closed, left } = await hostOf(tracker).receiveCode(request)
    const name = closed.length > 0 ? 'closed' : links.length > 0 ? 'linked' : 'nothing'
    return { name, isFault: false, left: JSON.stringify(left) }
  } catch (error) {
    const isExpected = isTrackerError(error, 'code_payload_invalid')
    return { name: isExpected ? 'unreadable' : String(error), isFault: !isExpected, left: '' }
  }
}

/** The bug with its comments and links. */
async function stateOf({ system }: Opened, id: number): Promise<string> {
  const { bugs } = await system.bugs.get({ ids: [id], include_fields: ['status', 'resolution', 'last_change_time'] })
  const { bugs: commented } = await system.comments.get({ ids: [id], include_fields: ['text'] })
  return JSON.stringify([bugs, commented, await system.codeLinks.get({ id })])
}
