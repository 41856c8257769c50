// Files of backups that are being written, or restored.
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, UsageError } from '../terminal/command.js'
import { messageOf } from '../terminal/explain.js'

/** Earlier versions used no digits. A copy that becomes another has the ending twice, and SQLite adds files to it. */
const ending = /(?:\.[0-9a-f]{8}\.part)?(?:\.[0-9a-f]{8})?\.part(?:-wal|-shm|-journal)?$/

const ofSqlite = /-(?:wal|shm|journal)$/

/** In milliseconds. Nothing writes such a file and pauses for longer. */
const abandonedAfter = 3_600_000

/** The name of a file until it is complete. Two processes that make it at once use different names. */
export function unfinishedOf(file: string): string {
  return `${file}.${randomBytes(4).toString('hex')}.part`
}

/** The error as it is shown: users know the name of `file` only. */
export function errorAbout(file: string, unfinished: string, error: unknown): unknown {
  const message = messageOf(error)
  if (!message.includes(unfinished)) return error
  const Kind = error instanceof UsageError ? UsageError : CommandError
  return new Kind(message.replaceAll(unfinished, () => file))
}

/** The file, and those that SQLite adds to it. */
export function filesOf(path: string): string[] {
  return ['', '-wal', '-shm', '-journal'].map((end) => `${path}${end}`)
}

/** Runs `read`, which leaves the time of the file as it is, and can take hours for a large one: it is not abandoned for a day. */
export async function whileRead<T>(path: string, read: () => Promise<T>): Promise<T> {
  const setTime = (time: Date) => utimesSync(path, time, time)
  setTime(new Date(Date.now() + 86_400_000))
  const result = await read()
  setTime(new Date())
  return result
}

/** Removes what killed processes left of the files named: nothing else does, and each can be as large as the tracker. */
export function removeUnfinished(folder: string, isFile: (name: string) => boolean): void {
  ignoringErrors(() => {
    for (const name of readdirSync(folder)) {
      const file = name.replace(ending, '')
      if (file !== name && isFile(file)) ignoringErrors(() => removeAbandoned(join(folder, name)))
    }
  })
}

/** A transaction writes to the log only. */
function removeAbandoned(path: string): void {
  const times = filesOf(path.replace(ofSqlite, '')).map(
    (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  )
  if (Date.now() - Math.max(...times) > abandonedAfter) rmSync(path, { force: true })
}

/** Files of other users, in a folder that may not be listed, are no reason to make no backup. */
function ignoringErrors(work: () => void): void {
  try {
    work()
  } catch {
    // They stay.
  }
}
