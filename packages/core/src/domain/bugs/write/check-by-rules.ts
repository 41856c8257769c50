// Asks rules of the embedding program whether a write may be, and keeps it for them until it is done.
import type { Call } from '../../../call/context.js'
import type { RuleEvent } from '../../../call/host-rules.js'
import { showBugs, showDrafts, type Ruled } from '../host-rules/states.js'
import { isWritten, viewBugWrite, viewCaller, viewCommentWrite, type ShownComment } from '../host-rules/writes.js'
import { fail, type Refuse } from '../rules/refuse.js'
import { changedFields } from '../state/changes.js'
import type { AnyDraft } from '../state/draft.js'
import { askRules } from './ask-rules.js'
import { checkPrivacy, showPrivacy } from './check-privacy.js'

type BugEvent = Extract<RuleEvent, `bug.${string}`>

/** Asks about new bugs as `bug.create`, and about others as `bug.update`. Passes refusals to `refuse`. @throws rule_failed */
export async function checkByRules(ruled: Ruled, refuse: Refuse): Promise<void> {
  const { drafts } = ruled
  await checkBugs({ ...ruled, drafts: drafts.filter(({ isNew }) => isNew) }, 'bug.create', refuse)
  await checkBugs({ ...ruled, drafts: drafts.filter(({ isNew }) => !isNew) }, 'bug.update', refuse)
  await checkComments(ruled, refuse)
  await checkPrivacy(ruled, refuse)
}

/** Asks about a write that is not one of the bug itself: it may change the bug as well. @throws rule_refused, rule_failed */
export async function checkUnasked(ruled: Ruled): Promise<void> {
  await checkBugs({ ...ruled, drafts: withChanged([], ruled.drafts, ruled.call) }, 'bug.update', fail)
  await checkComments(ruled, fail)
}

/** The named bugs, and others that change with them, such as the other ends of links. */
export function withChanged(
  named: Iterable<AnyDraft>,
  drafts: Iterable<AnyDraft>,
  { catalogue }: Call,
): readonly AnyDraft[] {
  const all = new Set(named)
  for (const draft of drafts) if (!draft.isNew && changedFields(draft, catalogue).size > 0) all.add(draft)
  return [...all]
}

async function checkBugs(ruled: Ruled, event: BugEvent, refuse: Refuse): Promise<void> {
  const asked = ruled.call.rules?.of(event) ?? []
  if (!asked.some(({ check }) => check) || ruled.drafts.length === 0) return
  const caller = viewCaller(ruled.call)
  const shown = await showDrafts(ruled, asked)
  const writes = shown.map((one) => ({ bugId: one.draft.row.id, write: viewBugWrite(event, caller, one) }))
  await askRules(asked, writes, refuse)
}

/** The same for the comments of the drafts. */
async function checkComments(ruled: Ruled, refuse: Refuse): Promise<void> {
  const { call } = ruled
  const asked = call.rules?.of('comment.create') ?? []
  const drafts = ruled.drafts.filter(({ comments }) => comments.some(isWritten))
  if (!asked.some(({ check }) => check) || drafts.length === 0) return
  const caller = viewCaller(call)
  const bugs = await showBugs({ ...ruled, drafts }, asked)
  const writes = [...bugs].flatMap(([draft, bug]) =>
    shownComments(draft).map((comment) => ({
      bugId: draft.row.id,
      write: viewCommentWrite('comment.create', caller, bug, null, comment),
    })),
  )
  await askRules(asked, writes, refuse)
}

/** `ids`: those of all comments of the draft, once they are stored. */
function shownComments(draft: AnyDraft, ids: readonly number[] = []): ShownComment[] {
  const before = draft.isNew ? 0 : draft.before.comment_count
  return draft.comments.flatMap((comment, index) => {
    if (!isWritten(comment)) return []
    const { text, is_private = false, attachment_id = null } = comment
    return [{ id: ids[index] ?? 0, text, is_private, count: before + index, attachment_id }]
  })
}

/** A draft that has been written, and the IDs of its comments. */
interface Written {
  readonly draft: AnyDraft
  readonly comments: readonly number[]
}

/** Lets rules act on what has been written, once the whole operation is done. */
export function followByRules(
  ruled: Omit<Ruled, 'drafts'>,
  named: readonly AnyDraft[],
  written: readonly Written[],
): void {
  const { call } = ruled
  const { rules } = call
  const all = written.map(({ draft }) => draft)
  const events: readonly BugEvent[] = ['bug.create', 'bug.update']
  for (const event of events) {
    if (!rules?.of(event).some(({ hasAfter }) => hasAfter)) continue
    const isWanted = new Set(event === 'bug.create' ? all.filter(({ isNew }) => isNew) : withChanged(named, all, call))
    const drafts = all.filter((draft) => isWanted.has(draft) && draft.isNew === (event === 'bug.create'))
    if (drafts.length === 0) continue
    rules.later(event, async () => {
      const caller = viewCaller(call)
      const shown = await showDrafts({ ...ruled, drafts }, rules.of(event))
      return shown.map((one) => viewBugWrite(event, caller, one))
    })
  }
  const hidden = all.filter(({ privacy }) => privacy.length > 0)
  if (hidden.length > 0 && rules?.of('comment.update').some(({ hasAfter }) => hasAfter))
    rules.later('comment.update', async () =>
      (await showPrivacy({ ...ruled, drafts: hidden })).map(({ write }) => write),
    )
  if (rules?.of('comment.create').some(({ hasAfter }) => hasAfter)) {
    rules.later('comment.create', async () => {
      const caller = viewCaller(call)
      const said = written.filter(({ draft }) => draft.comments.some(isWritten))
      const bugs = await showBugs({ ...ruled, drafts: said.map(({ draft }) => draft) }, rules.of('comment.create'))
      return said.flatMap(({ draft, comments }) =>
        shownComments(draft, comments).map((comment) =>
          viewCommentWrite('comment.create', caller, bugs.get(draft) ?? {}, null, comment),
        ),
      )
    })
  }
}
