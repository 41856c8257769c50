// Turns entries of the change feed into marks. Each part of the users gets its own transaction, and the cursor moves with
// the last one: after a crash, all parts are repeated, which changes nothing.
import { readInBackground, writeInBackground, type BackgroundContext } from '../../call/background-context.js'
import { isTroubleOfStore } from '../../call/store-errors.js'
import { loadHorizons } from '../../domain/inbox/horizon.js'
import { noteChange, type Concern } from '../../domain/inbox/note-change.js'
import { followAsCommenter } from '../../domain/inbox/follow-commented.js'
import { moveCursor, readCursor } from '../../feed/cursors.js'
import { readEntries } from '../../feed/read.js'
import type { PendingChange } from '../../mail/recipients/candidates.js'
import type { Writer } from '../../schema/index.js'
import { findConcerns, readChanges, type PossibleConcern } from './concerns.js'
import { keepVisible } from './visible.js'

/** Number of entries processed together, and of marks written in one transaction. */
const [entriesAtOnce, marksAtOnce] = [50, 500]

/** Writes the marks for the next entries of the change feed. Returns true if there were any. */
export async function fillInboxes(context: BackgroundContext): Promise<boolean> {
  try {
    return await fillNext(context, entriesAtOnce)
  } catch (error) {
    if (isTroubleOfStore(error)) throw error
    // One of the entries causes the error. Process them one by one and skip only that one.
    const last = await readInBackground(context, (tx) => readCursor(tx, 'inbox'))
    return fillNext(context, 1).catch((failure: unknown) => passOver(context, last, failure))
  }
}

async function fillNext(context: BackgroundContext, most: number): Promise<boolean> {
  const found = await readInBackground(context, async (tx, catalogue, { change_seq }) => {
    const from = await readCursor(tx, 'inbox')
    if (from >= change_seq) return undefined
    const to = Math.min(from + most, change_seq)
    const changes = readChanges(context.environment, await readEntries(tx, from, to))
    return { from, to, changes, concerns: await findConcerns(tx, catalogue, changes) }
  })
  if (!found) return false
  const { from, to, changes, concerns } = found
  for (let start = 0; start < concerns.length; start += marksAtOnce) {
    const visible = await keepVisible(context, concerns.slice(start, start + marksAtOnce))
    const isOurs = await write(context, from, (tx) => writeMarks(tx, visible))
    if (!isOurs) return true
    await new Promise((resolve) => setImmediate(resolve))
  }
  await write(context, from, async (tx, now) => {
    await followAsCommenter(tx, changes.filter(hasComment))
    await moveCursor(tx, 'inbox', to, now)
  })
  return true
}

/** Returns false if another process has moved the cursor. */
function write(
  context: BackgroundContext,
  from: number,
  work: (tx: Writer, now: Date) => Promise<void>,
): Promise<boolean> {
  return writeInBackground(context, async (tx, now) => {
    if ((await readCursor(tx, 'inbox')) !== from) return false
    await work(tx, now)
    return true
  })
}

function hasComment({ details }: PendingChange): boolean {
  return !details.is_bulk && !details.is_new && details.comments.length > 0
}

async function writeMarks(tx: Writer, concerns: readonly PossibleConcern[]): Promise<void> {
  if (concerns.length === 0) return
  const users = [...new Set(concerns.map(({ user_id }) => user_id))]
  const bugs = [...new Set(concerns.map(({ change }) => change.bug_id))]
  const where = { and: [{ col: 'user_id', in: users } as const, { col: 'bug_id', in: bugs } as const] }
  const marks = new Map((await tx.select({ from: 'bug_marks', where })).map((mark) => [keyOf(mark), mark]))
  const horizons = await loadHorizons(tx, users)
  const changed = new Set<string>()
  for (const { change, user_id, reasons } of concerns) {
    const concern: Concern = { user_id, bug_id: change.bug_id, at: change.at, reasons }
    const mark = noteChange(marks.get(keyOf(concern)), concern, horizons.get(user_id))
    if (!mark) continue
    marks.set(keyOf(mark), mark)
    changed.add(keyOf(mark))
  }
  await tx.put(
    'bug_marks',
    [...changed].flatMap((key) => marks.get(key) ?? []),
  )
}

function keyOf({ user_id, bug_id }: { readonly user_id: number; readonly bug_id: number }): string {
  return `${user_id} ${bug_id}`
}

/** Skips the entry after `last`, unless another process has moved past it. */
async function passOver(context: BackgroundContext, last: number, error: unknown): Promise<boolean> {
  if (isTroubleOfStore(error)) throw error
  await write(context, last, async (tx, now) => {
    context.environment.logger.error('inbox: cannot process an entry of the change feed', { seq: last + 1, error })
    await moveCursor(tx, 'inbox', last + 1, now)
  })
  return true
}
