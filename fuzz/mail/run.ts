// Mutated messages, each received twice.
import { openMailbox, message } from '../../packages/mail-in/test/mailbox.js'
import { mailReader } from '../../packages/mail-in/src/index.js'
import { createDice, type Dice } from '../dice.js'
import { mutate } from './mutate.js'
import { secretWord, seedsFor, type Addresses } from './seeds.js'

type Mailbox = Awaited<ReturnType<typeof openMailbox>>
type Reader = ReturnType<typeof mailReader>

export interface MailFuzz {
  readonly findings: readonly string[]
  /** Messages by outcome and reason. */
  readonly outcomes: Readonly<Record<string, number>>
}

/** Messages to one tracker: each advances its clock, and tokens expire. */
const mostOfTracker = 500

/** A message takes 10 seconds at most; the rest is for a machine that is busy. */
const longest = 30_000

/** Returns what was found. */
export async function fuzzMail(count: number, seed: number): Promise<MailFuzz> {
  const dice = createDice(seed)
  const reader = mailReader()
  const findings: string[] = []
  const outcomes: Record<string, number> = {}
  try {
    for (let done = 0; done < count && findings.length === 0; done += mostOfTracker)
      findings.push(...(await fuzzTracker(reader, dice, Math.min(mostOfTracker, count - done), outcomes)))
  } finally {
    await reader.close?.()
  }
  return { findings, outcomes }
}

async function fuzzTracker(reader: Reader, dice: Dice, count: number, outcomes: Record<string, number>) {
  const mailbox = await openMailbox(reader)
  const { tracker, system, replyTo } = mailbox
  await system.intakes.create({
    name: 'widgets',
    product: 'Widgets',
    component: 'UI',
    version: '1.0',
    accepts: 'anybody',
  })
  const bounces = tracker.mail.messages.find(({ to }) => to === 'ann@example.com')?.return_path ?? ''
  const intake = 'bugs+widgets@tracker.example'
  const addresses = { ann: replyTo('ann@example.com'), bob: replyTo('bob@example.com'), bounces, intake }
  for (let n = 0; n < count; n++) {
    tracker.clock.advance({ minutes: 15 })
    const seed = dice.oneOf(seedsFor(addresses, `<${dice.below(1e9)}.${n}@client.example>`))
    const bytes = mutate(dice, seed.bytes, seed.isHarmless)
    const problem = await problemOf(mailbox, bytes, seed.isHarmless, outcomes)
    if (problem !== undefined) return [`${problem}\n    ${Buffer.from(bytes).toString('base64')}`]
  }
  const problem = await problemAtTheEnd(mailbox, addresses)
  await tracker.close()
  return problem === undefined ? [] : [problem]
}

async function problemOf(
  mailbox: Mailbox,
  bytes: Uint8Array,
  isHarmless: boolean,
  outcomes: Record<string, number>,
): Promise<string | undefined> {
  const { tracker } = mailbox
  const before = isHarmless ? await stateOf(mailbox) : ''
  const started = Date.now()
  try {
    const { outcome, reason } = await tracker.receiveMail(bytes)
    const name = `${outcome} ${reason}`.trim()
    outcomes[name] = (outcomes[name] ?? 0) + 1
    const after = await stateOf(mailbox)
    if (isHarmless && after !== before) return `a message that must change nothing was ${name}`
    await tracker.receiveMail(bytes)
    // A message that could not be read or was refused can be received again.
    if ((await stateOf(mailbox)) !== after) return `a message that was ${name} changed something again`
  } catch (error) {
    return `receiveMail failed: ${String(error)}`
  }
  return Date.now() - started > longest ? 'a message took more than 30 seconds' : undefined
}

/** The bugs and comments that there are, and by whom. */
async function stateOf({ system, comments }: Mailbox): Promise<string> {
  const { bugs } = await system.bugs.search({ include_fields: ['id', 'status', 'priority', 'creator'] })
  const people = (await comments()).map(({ creator }) => creator)
  const { users } = await system.users.get({ match: ['*'], include_disabled: true, include_fields: ['name'] })
  return JSON.stringify([bugs, people, users.length])
}

async function problemAtTheEnd(
  { tracker, system, comments }: Mailbox,
  { ann }: Addresses,
): Promise<string | undefined> {
  await tracker.deliverMail()
  const known = ['ann@example.com', 'bob@example.com', 'admin@example.com']
  const stranger = tracker.mail.messages.find(({ to }) => !known.includes(to))
  if (stranger) return `email was sent to ${stranger.to}`
  if ((await comments()).slice(1).some(({ creator }) => !known.slice(0, 2).includes(creator)))
    return 'a comment is by a user who sent none'
  const { items } = await system.inbound.list({ limit: 1000 })
  if (items.some(({ outcome, subject }) => outcome !== 'held' && outcome !== 'failed' && subject !== ''))
    return 'the subject of a message is kept that is neither held nor failed'
  if (JSON.stringify(items).includes(secretWord)) return 'the list of what came in has the text of a message'
  tracker.clock.advance({ days: 1 })
  const last = await tracker.receiveMail(message({ from: 'ann@example.com', to: ann }))
  return last.outcome === 'done' ? undefined : `a message after all others was ${last.outcome} ${last.reason}`
}
