// The cost of what comes in: a reply by email against the comment it makes, a push against the updates it makes, and
// what others notice while hostile email is read.
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createTracker, memoryMailer, type Tracker } from '@trackerkit/core'
import { hostOf } from '@trackerkit/core/host'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { mailReader } from '../packages/mail-in/src/index.js'
import { compareCpu } from './measure.js'
import { report } from './report.js'

const login = 'admin@example.com'
const secret = 'sixteen-or-longer'
const commits = 50
const bugsOfReplies = 40

export async function measureInbound(folder: string): Promise<void> {
  const mailer = memoryMailer()
  const reader = mailReader()
  // Some hours pass with each reply, because a sender may send only some messages within an hour.
  let day = 0
  const clock = () => new Date(Date.now() + day * 86_400_000)
  const store = sqliteStore(join(folder, 'inbound.db'))
  const tracker = await createTracker({ store, mail: { mailer, reader, onDemand: true }, testing: { clock } })
  const mine = tracker.as({ login })
  const ids = await openBugs(tracker)
  await tracker.deliverMail()
  const tokens = mailer.messages.map(({ headers }) => /<(.*)>/.exec(headers['Reply-To'] ?? '')?.[1] ?? '')
  let n = 0
  const reply = async () => {
    day += 0.1
    const bytes = messageTo(tokens[n % bugsOfReplies] ?? '', `Message-ID: <${n++}@client.example>`, 'Here too.')
    const { outcome, reason } = await tracker.receiveMail(bytes)
    if (outcome !== 'done') throw new Error(`The reply is ${outcome}: ${reason}`)
  }
  const file = { data: new Uint8Array(1), file_name: 'a.txt', summary: 'a', content_type: 'text/plain' }
  const attach = () => mine.attachments.create({ ids: [ids[n++ % bugsOfReplies] ?? 1], comment: 'Here too.', ...file })
  const replies = await compareCpu({ ours: reply, base: attach }, { rounds: 9, calls: 20 })
  const what = 'a reply by email : a comment with a file'
  report({ what, ...replies, unit: 'µs', aim: { atMost: 3 } })
  await measurePush(tracker, ids)
  await measureHostile(tracker, tokens[0] ?? '')
  await reader.close?.()
  await tracker.close()
}

async function openBugs(tracker: Tracker): Promise<readonly number[]> {
  const system = tracker.asSystem(login)
  const parameters = { mail_in_address: 'bugs+*@tracker.example', urlbase: 'https://tracker.example/' }
  await system.parameters.update({ parameters })
  await system.products.create({ name: 'Product', description: 'Measured', version: '1.0' })
  const place = { product: 'Product', name: 'Component', description: 'Part', default_assignee: login }
  await system.components.create(place)
  await system.users.create({ email: 'ann@example.com' })
  const bug = { product: 'Product', component: 'Component', version: '1.0', summary: 'It stops' }
  const ids: number[] = []
  for (let count = 0; count < bugsOfReplies; count++)
    ids.push((await system.bugs.create({ ...bug, cc: ['ann@example.com'] })).id)
  for (let count = bugsOfReplies; count < commits; count++) ids.push((await system.bugs.create(bug)).id)
  return ids
}

function messageTo(to: string, header: string, body: string): Uint8Array {
  const lines = ['From: ann@example.com', `To: ${to}`, 'Subject: Re: It stops', header, 'MIME-Version: 1.0', '', body]
  return new TextEncoder().encode(lines.join('\r\n'))
}

/** Each push closes all bugs, which are opened again afterwards in both cases. */
async function measurePush(tracker: Tracker, ids: readonly number[]) {
  const mine = tracker.as({ login })
  await mine.codeHooks.create({ name: 'Git', host: 'github', account: login, secret })
  let n = 0
  const open = () => mine.bugs.update({ ids: [...ids], status: 'CONFIRMED' })
  const push = async () => {
    await hostOf(tracker).receiveCode(pushOf(ids, n++))
    await open()
  }
  const updates = async () => {
    const comment = { body: 'By a commit: Fixes it' }
    for (const id of ids) await mine.bugs.update({ ids: [id], status: 'RESOLVED', resolution: 'FIXED', comment })
    await open()
  }
  const pushes = await compareCpu({ ours: push, base: updates }, { rounds: 7, calls: 2 })
  const what = `a push that closes ${commits} bugs : updates`
  report({ what, ...pushes, unit: 'µs', aim: { atMost: 1.3 } })
}

function pushOf(ids: readonly number[], n: number) {
  const url = 'https://github.com/example/widgets'
  const commit = (id: number) => ({
    ...{ id: `${n}abcdef${id}`, message: `Fixes bug ${id}`, url: `${url}/commit/${n}abcdef${id}` },
    ...{ timestamp: new Date().toISOString(), author: { name: 'Ann', email: 'ann@example.com' } },
  })
  const repository = { html_url: url, full_name: 'example/widgets', default_branch: 'main', private: false }
  const payload = { ref: 'refs/heads/main', before: '0'.repeat(40), repository, commits: ids.map(commit) }
  const body = new TextEncoder().encode(JSON.stringify(payload))
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${signature}` }
  return { host: 'github', headers, body } as const
}

async function measureHostile(tracker: Tracker, to: string) {
  const parts = '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(100_000)
  const hostile = [
    messageTo(to, 'X-Text: 1', 'word '.repeat(5_000_000)),
    messageTo(to, 'Content-Type: multipart/mixed; boundary=b', parts),
  ]
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  for (let count = 0; count < 10; count++) await tracker.receiveMail(hostile[count % 2] ?? new Uint8Array())
  delay.disable()
  clearInterval(timer)
  const memory = (most - before) / 1e6
  report({ what: 'memory for reading hostile email', ours: memory, unit: 'MB', aim: { atMost: 350 } })
  report({ what: 'longest wait of others for hostile email', ours: delay.max / 1e6, unit: 'ms' })
}
