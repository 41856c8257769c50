// Checks that everything acknowledged is stored, nothing is half stored, and the tracker works.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ask, type Body } from './api.js'
import { run, serve } from './command.js'
import type { Ledger, Write } from './writes.js'

export interface Findings {
  readonly acknowledged: number
  /** Acknowledged and not there. */
  readonly lost: number
  /** Never acknowledged, and there as a whole all the same. */
  readonly unannounced: number
  /** Never acknowledged, and not there. */
  readonly undone: number
  /** Everything that should not be, lost writes included. */
  readonly wrong: readonly string[]
  /** Measurements in words. */
  readonly figures?: string
}

/** How far ahead the clock of the server is that looks: what a killed one had claimed of the mail is free again after a minute. */
const later = 30 * 60_000
const mailPatience = 60_000

/** Starts a server, looks for every write, waits for the mail, stops the server, and lets the doctor look at the database. */
export async function examine(folder: string, db: string, ledger: Ledger): Promise<Findings> {
  const server = serve(folder, db, { offset: later })
  const url = await server.url()
  const wrong = [...new Set(ledger.strange)].map((answer) => `a client was answered ${answer}`)
  const there = await lookFor(url, ledger.bugs)
  const counts = { acknowledged: 0, lost: 0, unannounced: 0, undone: 0 }
  for (const one of ledger.writes) {
    const state = stateOf(one, there)
    if (one.isAcknowledged) counts.acknowledged++
    if (state === 'whole') counts.unannounced += Number(!one.isAcknowledged)
    else if (state === 'absent' && !one.isAcknowledged) counts.undone++
    else {
      counts.lost += Number(one.isAcknowledged)
      wrong.push(`${one.isAcknowledged ? 'acknowledged' : 'unacknowledged'} ${one.kind} ${one.mark} is ${state}`)
    }
  }
  // It serves: what is written now is there.
  await ask(url, 'POST', `/bug/${ledger.bugs[0]}/comment`, { comment: 'said afterwards' })
  wrong.push(...(await waitForMail(url, folder, ledger)))
  const { code, err } = await server.end('SIGTERM')
  if (code !== 0) wrong.push(`the last server ended with ${code}: ${err}`)
  const doctor = await run(folder, ['doctor', '--db', db])
  if (doctor.code !== 0) wrong.push(`the doctor finds:\n${doctor.out}${doctor.err}`)
  return { ...counts, wrong }
}

/** How often each mark is where. */
type There = (where: string, mark: string) => number

async function lookFor(url: string, shared: readonly number[]): Promise<There> {
  const found = new Map<string, number>()
  const count = (where: string, text: string) => {
    for (const mark of text.match(/mark\d+x/g)?.slice(0, 1) ?? [])
      found.set(`${where} ${mark}`, (found.get(`${where} ${mark}`) ?? 0) + 1)
  }
  const { bugs } = (await ask(url, 'GET', '/bug?limit=0&include_fields=id,summary,alias')) as { bugs: Body[] }
  for (const { summary, alias } of bugs) {
    count('summary', String(summary))
    for (const name of alias as string[]) count('alias', name)
  }
  const ids = bugs.map(({ id }) => id as number)
  for (let from = 0; from < ids.length; from += 50) {
    const some = ids
      .slice(from, from + 50)
      .map((id) => `ids=${id}`)
      .join('&')
    const comments = (await ask(url, 'GET', `/bug/${ids[from]}/comment?${some}`))['bugs'] as Record<
      string,
      { comments: Body[] }
    >
    for (const [id, one] of Object.entries(comments))
      for (const { text } of one.comments)
        count(shared.includes(Number(id)) ? `comment ${id}` : 'description', String(text))
  }
  for (const id of shared) {
    const past = (await ask(url, 'GET', `/bug/${id}/history`))['bugs'] as { history: { changes: Body[] }[] }[]
    for (const { field_name, added } of past[0]?.history.flatMap((entry) => entry.changes) ?? [])
      if (field_name === 'whiteboard') count(`history ${id}`, String(added))
    const files = ((await ask(url, 'GET', `/bug/${id}/attachment`))['bugs'] as Record<string, Body[]>)[id] ?? []
    for (const { summary, data } of files) {
      count(`file ${id}`, String(summary))
      const text = Buffer.from(String(data), 'base64').toString()
      if (text === `${String(summary)} `.repeat(2_000)) count(`content ${id}`, text)
    }
  }
  return (where, mark) => found.get(`${where} ${mark}`) ?? 0
}

/** Everything a write leaves behind is there once, or nothing of it is. */
function stateOf({ kind, mark, bugs }: Write, there: There): string {
  const places: Readonly<Record<Write['kind'], readonly string[]>> = {
    bug: ['summary', 'alias', 'description'],
    comment: bugs.map((id) => `comment ${id}`),
    change: bugs.flatMap((id) => [`comment ${id}`, `history ${id}`]),
    both: bugs.flatMap((id) => [`comment ${id}`, `history ${id}`]),
    file: bugs.flatMap((id) => [`file ${id}`, `content ${id}`]),
  }
  const counts = places[kind].map((where) => there(where, mark))
  if (counts.every((count) => count === 1)) return 'whole'
  if (counts.every((count) => count === 0)) return 'absent'
  return `partly there: ${places[kind].map((where, n) => `${where} ${counts[n]}`).join(', ')}`
}

/** All mail goes out in the end, and each acknowledged comment is in it. */
async function waitForMail(url: string, folder: string, { writes }: Ledger): Promise<string[]> {
  const waiting = async () => {
    const states = ['waiting', 'dead'].map(async (state) => {
      const answer = await ask(url, 'GET', `/mail?state=${state}&limit=100`)
      const { messages, changes_waiting } = answer as { messages: Body[]; changes_waiting: number }
      return changes_waiting > 0 ? [{ changes_waiting }, ...messages] : messages
    })
    return (await Promise.all(states)).flat()
  }
  const deadline = Date.now() + mailPatience
  let left = await waiting()
  while (left.length > 0 && Date.now() < deadline) {
    await pause(100)
    left = await waiting()
  }
  const mail = readFileSync(join(folder, 'mail.mbox'), 'latin1')
  const untold = writes.filter(({ isAcknowledged, mark }) => isAcknowledged && !mail.includes(mark))
  return [
    ...(left.length > 0 ? [`mail does not go out: ${JSON.stringify(left[0])} and ${left.length - 1} more`] : []),
    ...untold.map(({ kind, mark }) => `nobody was told of ${kind} ${mark}`),
  ]
}
