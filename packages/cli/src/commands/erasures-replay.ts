import { isTrackerError, type Tracker } from '@trackerkit/core'
import { addDatabaseOption, CommandError, UsageError, type CommandDefinition } from '../terminal/command.js'
import { databaseOf } from '../store/database.js'
import { linesFrom } from '../transfer/lines.js'
import { openExisting } from '../store/existing.js'
import { say } from '../terminal/print.js'

interface Values {
  readonly db?: string
  readonly from?: string
}

/** Audit log entry of an erasure, as `audit list --json` prints it. */
interface Erasure {
  readonly class: 'Erasure'
  readonly at: string
  readonly object_id: number
  readonly field: string
  readonly added: string
}

/** `trackerkit erasures replay --from FILE`: repeats erasures that a restored backup has undone. */
export const erasuresReplay: CommandDefinition = {
  summary: 'Reapply erasures after a restore',
  define: (command) => {
    command.description(
      "Reapplies erasures after a restore: FILE is the earlier output of 'trackerkit audit list --class Erasure " +
        "--limit 1000 --json'. Items that are erased already or do not exist are skipped, so you can run it again.",
    )
    addDatabaseOption(command).option('--from <FILE|->', 'Input file, or - for stdin. (required)').action(runReplay)
  },
}

async function runReplay({ db, from }: Values): Promise<void> {
  if (from === undefined) throw new UsageError('erasures replay requires --from FILE')
  const erasures = await readErasures(from)
  const tracker = await openExisting(databaseOf(db))
  try {
    const known = await knownErasures(tracker)
    const counts = { done: 0, absent: 0, before: 0 }
    for (const one of erasures) {
      if ((known.get(keyOf(one)) ?? -Infinity) >= Date.parse(one.at)) counts.before++
      else counts[(await takeOut(tracker, one)) ? 'done' : 'absent']++
    }
    say(`${counts.done} erased, ${counts.before} already erased, ${counts.absent} do not exist`)
  } finally {
    await tracker.close()
  }
}

/** From the earliest on. */
async function readErasures(from: string): Promise<Erasure[]> {
  const lines: string[] = []
  for await (const line of linesFrom(from)) lines.push(line)
  const erasures = erasuresIn(lines.join('\n'))
  if (erasures) return erasures.toReversed()
  throw new CommandError(
    `${from} is not a complete list of erasures: create it with 'trackerkit audit list --class Erasure --limit 1000 --json'; if there are more, add --since`,
  )
}

/** Undefined if the text is not such a list, or part of one. */
function erasuresIn(text: string): readonly Erasure[] | undefined {
  try {
    const { audit_log: log, limit } = JSON.parse(text) as { readonly audit_log?: unknown; readonly limit?: unknown }
    return Array.isArray(log) && limit === undefined && log.every(isErasure) ? log : undefined
  } catch {
    return undefined
  }
}

function isErasure(one: unknown): one is Erasure {
  if (typeof one !== 'object' || one === null) return false
  const { class: kind, at, object_id, field, added } = one as Readonly<Record<string, unknown>>
  const isDated = typeof at === 'string' && !Number.isNaN(Date.parse(at))
  return (
    kind === 'Erasure' &&
    isDated &&
    Number.isInteger(object_id) &&
    [field, added].every((text) => typeof text === 'string')
  )
}

/** A user is erased, regardless of the user who got the bugs. */
function keyOf({ field, object_id }: Pick<Erasure, 'field' | 'object_id'>): string {
  return `${field.replace(/ to \d+$/, '')} ${object_id}`
}

/** Time of the last erasure in this tracker. */
async function knownErasures(tracker: Tracker): Promise<Map<string, number>> {
  const known = new Map<string, number>()
  const limit = 1000
  for (let offset = 0; ; offset += limit) {
    const { audit_log } = await tracker.asSystem().audit.get({ class: 'Erasure', limit, offset })
    for (const one of audit_log) known.set(keyOf(one), Math.max(known.get(keyOf(one)) ?? 0, one.at.getTime()))
    if (audit_log.length < limit) return known
  }
}

/** Returns true if there was anything to erase. */
async function takeOut(tracker: Tracker, { field, object_id, added: reason }: Erasure): Promise<boolean> {
  const { attachments, bugs, comments, users } = tracker.asSystem()
  const ids = [object_id]
  const [operation = '', how, to] = field.split(' ')
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    'attachments.erase': () => attachments.erase({ ids, reason, summary: how === 'summary' }),
    'bugs.delete': () => bugs.delete({ ids, reason }),
    'comments.redact': () => comments.redact({ ids, reason }),
    'users.erase': async () => {
      const heir = to !== undefined && { reassign_to: await heirOf(tracker, object_id, Number(to)) }
      return users.erase({ ids, reason, ...heir })
    },
  }
  const way = ways[operation]
  if (!way) throw new CommandError(`'${field}' is not a kind of erasure that this version supports`)
  try {
    await way()
    return true
  } catch (error) {
    const absent = ['object_does_not_exist', 'bug_id_does_not_exist', 'comment_id_invalid']
    if (isTrackerError(error) && absent.includes(error.code)) return false
    throw error
  }
}

/**
 * The login of the user who got the bugs of another one; empty if both are missing.
 * @throws CommandError if only the other one exists: that user would not be erased
 */
async function heirOf(tracker: Tracker, user: number, heir: number): Promise<string> {
  const { users } = await tracker.asSystem().users.get({ ids: [user, heir], permissive: true })
  const found = users.find(({ id }) => id === heir)
  if (!found && users.length > 0)
    throw new CommandError(
      `user ${user} cannot be erased: user ${heir}, who got their bugs, does not exist here. Run 'trackerkit user ` +
        `erase ${user} --reason TEXT --reassign-to LOGIN', then run this command again`,
    )
  return found?.name ?? ''
}
