// Asks rules of the embedding program about comments that are edited, and about attachments.
import type { RuleEvent } from '../../../call/host-rules.js'
import type { Call } from '../../../call/context.js'
import type { Reader } from '../../../schema/index.js'
import type { BugRow } from '../../../access/find-bugs.js'
import { createUserCache } from '../../users/user-cache.js'
import { showBugs } from '../host-rules/states.js'
import { viewCaller } from '../host-rules/writes.js'
import { fail } from '../rules/refuse.js'
import { createDraft } from '../state/draft.js'
import { askRules, type ShownWrite } from './ask-rules.js'

type PartEvent = Exclude<RuleEvent, `bug.${string}` | 'comment.create'>

/** Something on a bug that is being written, as rules see it. */
export interface WrittenPart {
  readonly bug: BugRow
  readonly view: {
    /** Null for something new. */
    readonly before: object | null
    readonly after: object
    readonly data?: () => Promise<Uint8Array>
  }
}

/** Asks rules before the parts are written, and lets them act once they are. @throws rule_refused, rule_failed */
export async function askAboutParts(
  tx: Reader,
  call: Call,
  event: PartEvent,
  parts: readonly WrittenPart[],
): Promise<void> {
  const { rules } = call
  const asked = rules?.of(event) ?? []
  if (asked.length === 0 || parts.length === 0) return
  if (asked.some(({ check }) => check)) await askRules(asked, await showParts(tx, call, event, parts), fail)
  if (!asked.some(({ hasAfter }) => hasAfter)) return
  rules?.later(event, async () => {
    const where = { col: 'id', in: parts.map(({ bug }) => bug.id) } as const
    const now = new Map((await tx.select({ from: 'bugs', where })).map((bug) => [bug.id, bug]))
    const written = parts.map((part) => ({ ...part, bug: now.get(part.bug.id) ?? part.bug }))
    return (await showParts(tx, call, event, written)).map(({ write }) => write)
  })
}

async function showParts(
  tx: Reader,
  call: Call,
  event: PartEvent,
  parts: readonly WrittenPart[],
): Promise<readonly ShownWrite[]> {
  const drafts = new Map(parts.map(({ bug }) => [bug.id, createDraft(bug, {})]))
  const people = createUserCache(tx, call.catalogue)
  const bugs = await showBugs({ tx, call, drafts: [...drafts.values()], people }, call.rules?.of(event) ?? [])
  const shown = new Map([...bugs].map(([draft, bug]) => [draft.before.id, bug]))
  const caller = viewCaller(call)
  return parts.map(({ bug, view }) => ({
    bugId: bug.id,
    write: { event, caller, bug: shown.get(bug.id), ...view },
  }))
}
