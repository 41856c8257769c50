import { readFile, rename, writeFile } from 'node:fs/promises'
import { isTrackerError, type ChangeEntry, type Client } from '@trackerkit/client'

export interface ChatBot {
  /** Of an account that sees what everybody in the room may read, and no more. */
  readonly client: Client
  /** The tracker for people, such as `https://bugs.example.com`. */
  readonly pages: string
  /** The incoming webhook of the room: it takes `{ "text": "…" }`, as Slack has it. */
  readonly chat: string
  /** Where the bot keeps how far it has come, and behind it what it is about to post. */
  readonly positionFile: string
  /** Ends it, after the line that it is about to post. */
  readonly signal: AbortSignal
}

/** Posts a line for each bug that is filed or changed, until the signal. Started again, it goes on where it was. */
export async function tellChat(bot: ChatBot): Promise<void> {
  const { client, positionFile, signal } = bot
  try {
    const [begun = '', unsure] = ((await readPosition(positionFile)) ?? (await begin(bot))).split(' ')
    let since = begun
    for await (const change of client.changes({ since, type: ['bug.created', 'bug.changed'], signal })) {
      const at = String(change.seq)
      const line = await lineFor(bot, change)
      if (line !== undefined)
        await postOnce(bot, at === unsure ? `${line} (perhaps for the second time)` : line, since, at)
      await writePosition(positionFile, at)
      since = at
    }
  } catch (error) {
    if (signal.aborted) return
    if (!isTrackerError(error, 'changes_gone')) throw error
    requireTaken(await post(bot.chat, 'Some changes are no longer known. I go on with what happens from now on.'))
    await begin(bot)
    await tellChat(bot)
  }
}

/** Written down before anything happens: who is ended before the first change has missed nothing either. */
async function begin({ client, positionFile }: ChatBot): Promise<string> {
  const { next } = await client.changes.get({ since: 'now' })
  await writePosition(positionFile, next)
  return next
}

async function lineFor({ client, pages }: ChatBot, change: ChangeEntry): Promise<string | undefined> {
  const { bugs } = await client.bugs.get({ ids: [change.bug_id ?? 0], permissive: true, include_fields: ['summary'] })
  // None, when it was hidden or deleted meanwhile.
  const [bug] = bugs
  if (!bug) return undefined
  const what = change.type === 'bug.created' ? ['filed'] : change.changes.map(changeText)
  if (change.type === 'bug.changed' && change.comments.some((comment) => !comment.is_rewritten)) what.push('commented')
  const who = change.user?.real_name || 'Somebody'
  const link = `<${pages}/bug/${change.bug_id}|Bug ${change.bug_id}>`
  return `${link} ${escape(bug.summary)}: ${escape(what.join(', ') || 'changed')} (${escape(who)})`
}

function changeText({ field_name, removed, added }: ChangeEntry['changes'][number]): string {
  return `${field_name} ${removed || '(nothing)'} → ${added || '(nothing)'}`
}

/** What people have written makes no link, calls nobody, stays on its line and is no longer than 300 characters. */
function escape(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '@': '@\u200b' }
  const line = Array.from(text.replace(/\s+/g, ' ')).slice(0, 300).join('')
  return line.replace(/[&<>@]/g, (character) => entities[character] ?? '')
}

/** Notes beforehand what is posted: a bot that is killed, or gets no response, cannot learn from the chat whether it has the line. */
async function postOnce({ chat, positionFile }: ChatBot, line: string, since: string, at: string): Promise<void> {
  await writePosition(positionFile, `${since} ${at}`)
  const response = await post(chat, line)
  if (!response.ok) await writePosition(positionFile, since)
  requireTaken(response)
}

async function post(chat: string, text: string): Promise<Response> {
  return fetch(chat, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    // Stars and underscores of summaries are none of the chat's.
    body: JSON.stringify({ text, mrkdwn: false }),
    signal: AbortSignal.timeout(15_000),
  })
}

function requireTaken({ ok, status }: Response): void {
  if (!ok) throw new Error(`The chat has answered ${status}.`)
}

async function readPosition(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
}

/** Under another name first, so that the file is never half written. */
async function writePosition(file: string, position: string): Promise<void> {
  await writeFile(`${file}.new`, position)
  await rename(`${file}.new`, file)
}
