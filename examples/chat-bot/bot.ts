import { readFile, rename, writeFile } from 'node:fs/promises'
import { isTrackerError, type ChangeEntry, type Client } from '@trackerkit/client'

export interface ChatBot {
  /** Of an account that can see only what all members of the room may read. */
  readonly client: Client
  /** The address of the tracker's pages, such as `https://bugs.example.com`. */
  readonly pages: string
  /** The incoming webhook of the room, which takes `{ "text": "…" }` as Slack does. */
  readonly chat: string
  /** Contains the position of the bot, followed by the entry that it is about to post. */
  readonly positionFile: string
  /** Stops the bot after the line that it is posting. */
  readonly signal: AbortSignal
}

/** Posts a line for each bug that is filed or changed, until the signal. Resumes where it stopped. */
export async function postChanges(bot: ChatBot): Promise<void> {
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
    requireTaken(await post(bot.chat, 'Some changes are no longer available. Continuing from now on.'))
    await begin(bot)
    await postChanges(bot)
  }
}

/** Stores the first position at once: a bot that stops before the first change misses nothing. */
async function begin({ client, positionFile }: ChatBot): Promise<string> {
  const { next } = await client.changes.get({ since: 'now' })
  await writePosition(positionFile, next)
  return next
}

async function lineFor({ client, pages }: ChatBot, change: ChangeEntry): Promise<string | undefined> {
  const { bugs } = await client.bugs.get({ ids: [change.bug_id ?? 0], permissive: true, include_fields: ['summary'] })
  // None if it has since been hidden or deleted.
  const [bug] = bugs
  if (!bug) return undefined
  const what = change.type === 'bug.created' ? ['filed'] : change.changes.map(changeText)
  if (change.type === 'bug.changed' && change.comments.some((comment) => !comment.is_rewritten)) what.push('commented')
  const who = change.user?.real_name || 'Someone'
  const link = `<${pages}/bug/${change.bug_id}|Bug ${change.bug_id}>`
  return `${link} ${escape(bug.summary)}: ${escape(what.join(', ') || 'changed')} (${escape(who)})`
}

function changeText({ field_name, removed, added }: ChangeEntry['changes'][number]): string {
  return `${field_name} ${removed || '(nothing)'} → ${added || '(nothing)'}`
}

/** Keeps user text from creating links or mentions, on one line and within 300 characters. */
function escape(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '@': '@\u200b' }
  const line = Array.from(text.replace(/\s+/g, ' ')).slice(0, 300).join('')
  return line.replace(/[&<>@]/g, (character) => entities[character] ?? '')
}

/** Records the entry before posting: after a crash or a lost response, the chat cannot be asked whether it has the line. */
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
    // Asterisks and underscores in summaries are not formatting.
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

/** Writes to another name first, so that the file is never half written. */
async function writePosition(file: string, position: string): Promise<void> {
  await writeFile(`${file}.new`, position)
  await rename(`${file}.new`, file)
}
