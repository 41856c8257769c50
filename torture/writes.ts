// Writes of clients, each with a unique mark, and the responses to them.
import { ask, send, type Body } from './api.js'
import type { Random } from './random.js'

export type Kind = 'bug' | 'comment' | 'change' | 'both' | 'file'

export interface Write {
  readonly kind: Kind
  readonly mark: string
  /** The bugs it is about; none for a new one. */
  readonly bugs: readonly number[]
  /** True if the server acknowledged it. */
  isAcknowledged: boolean
}

/** Writes of a round. */
export interface Ledger {
  /** Bugs that all writers share. */
  readonly bugs: readonly number[]
  readonly writes: Write[]
  /** Answers that were neither an acknowledgement nor one that says to come back later: status and text. */
  readonly strange: string[]
}

const place = { product: 'Widgets', component: 'UI', version: '1.0' }

/** A product, a person who gets mail about its bugs, and some bugs. */
export async function setUpTracker(url: string, count = 8): Promise<Ledger> {
  await ask(url, 'POST', '/user', { email: 'alice@example.com', full_name: 'Alice' })
  await ask(url, 'POST', '/product', { name: 'Widgets', description: 'Things', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'alice@example.com' }
  await ask(url, 'POST', '/component', component)
  const bugs: number[] = []
  for (let n = 0; n < count; n++)
    bugs.push((await ask(url, 'POST', '/bug', { ...place, summary: `shared ${n}` }))['id'] as number)
  return { bugs, writes: [], strange: [] }
}

/** Makes one write, of a random kind, and notes what came of it. */
export async function write(url: string, ledger: Ledger, random: Random): Promise<boolean> {
  const kind = random.pick<Kind>(['bug', 'bug', 'comment', 'change', 'change', 'both', 'file'])
  const mark = `mark${ledger.writes.length + 1}x`
  const [one, other] = [random.pick(ledger.bugs), random.pick(ledger.bugs)]
  const bugs = kind === 'bug' ? [] : kind === 'both' ? [...new Set([one, other])] : [one]
  const entry: Write = { kind, mark, bugs, isAcknowledged: false }
  ledger.writes.push(entry)
  const [method, path, body] = requestFor(entry, random)
  const answer = await send(url, method, path, body).catch(() => undefined)
  if (answer?.status === 200) entry.isAcknowledged = true
  // 503: come back later. No answer at all: the server has ended.
  else if (answer && answer.status !== 503) ledger.strange.push(`${answer.status} ${JSON.stringify(answer.body)}`)
  return entry.isAcknowledged
}

function requestFor({ kind, mark, bugs }: Write, random: Random): [method: string, path: string, body: Body] {
  const [id = 0] = bugs
  const priority = random.pick(['High', 'Low', '---'])
  const change = { whiteboard: mark, priority, comment: { body: `said ${mark}` } }
  switch (kind) {
    case 'bug':
      return ['POST', '/bug', { ...place, summary: `new ${mark}`, description: `said ${mark}`, alias: mark }]
    case 'comment':
      return ['POST', `/bug/${id}/comment`, { comment: `said ${mark}` }]
    case 'change':
      return ['PUT', `/bug/${id}`, change]
    case 'both':
      return ['PUT', `/bug/${id}`, { ids: bugs, ...change }]
    case 'file': {
      const data = Buffer.from(`${mark} `.repeat(2_000)).toString('base64')
      return [
        'POST',
        `/bug/${id}/attachment`,
        { ids: [id], file_name: `${mark}.txt`, summary: mark, content_type: 'text/plain', data },
      ]
    }
  }
}

/** How many writes are acknowledged. */
export const acknowledgedIn = ({ writes }: Ledger): number => writes.filter((one) => one.isAcknowledged).length

interface Writing {
  readonly ledger: Ledger
  readonly random: Random
  /** Where a client writes to, or nowhere just now. */
  readonly urlFor: (client: number) => string | undefined
}

const clients = 6

/** Clients write, some at once, for as long as the work takes. */
export async function whileWriting({ ledger, random, urlFor }: Writing, work: () => Promise<void>): Promise<void> {
  let isOver = false
  const client = async (number: number) => {
    while (!isOver) {
      const url = urlFor(number)
      const isDone = url !== undefined && (await write(url, ledger, random))
      // A server that is gone refuses at once.
      if (!isDone) await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const writing = Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  try {
    await work()
  } finally {
    isOver = true
    await writing
  }
}
