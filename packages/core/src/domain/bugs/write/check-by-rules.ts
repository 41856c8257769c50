// Asks rules of the embedding program whether a write may be, and keeps it for them until it is done.
import type { RuleEvent } from '../../../call/host-rules.js'
import { showBugs, showDrafts, type Ruled } from '../host-rules/states.js'
import { isWritten, viewBugWrite, viewCaller, viewCommentWrite, type ShownComment } from '../host-rules/writes.js'
import type { Refuse } from '../rules/refuse.js'
import type { AnyDraft } from '../state/draft.js'

type BugEvent = Extract<RuleEvent, `bug.${string}`>

/** Passes refusals to `refuse`, rule after rule. @throws rule_failed */
export async function checkByRules(ruled: Ruled, event: BugEvent, refuse: Refuse): Promise<void> {
  const asked = ruled.call.rules?.of(event) ?? []
  const checking = asked.filter(({ check }) => check)
  if (checking.length > 0) {
    const caller = viewCaller(ruled.call)
    const shown = await showDrafts(ruled, asked)
    for (const { check } of checking) {
      for (const one of shown) {
        const refusal = await check?.(viewBugWrite(event, caller, one))
        if (refusal) refuse(one.draft.row.id, refusal)
      }
    }
  }
  await checkComments(ruled, refuse)
}

/** The same for the comments of the drafts. */
export async function checkComments(ruled: Ruled, refuse: Refuse): Promise<void> {
  const { call } = ruled
  const asked = call.rules?.of('comment.create') ?? []
  const checking = asked.filter(({ check }) => check)
  const drafts = ruled.drafts.filter(({ comments }) => comments.some(isWritten))
  if (checking.length === 0 || drafts.length === 0) return
  const caller = viewCaller(call)
  const bugs = await showBugs({ ...ruled, drafts }, asked)
  for (const { check } of checking) {
    for (const [draft, bug] of bugs) {
      for (const comment of shownComments(draft)) {
        const refusal = await check?.(viewCommentWrite('comment.create', caller, bug, null, comment))
        if (refusal) refuse(draft.row.id, refusal)
      }
    }
  }
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
  { event, named = [] }: { readonly event?: BugEvent; readonly named?: readonly AnyDraft[] },
  written: readonly Written[],
): void {
  const { call } = ruled
  const { rules } = call
  const drafts = written.flatMap(({ draft }) => (named.includes(draft) ? [draft] : []))
  if (event && rules?.of(event).some(({ hasAfter }) => hasAfter)) {
    rules.later(event, async () => {
      const caller = viewCaller(call)
      const shown = await showDrafts({ ...ruled, drafts }, rules.of(event))
      return shown.map((one) => viewBugWrite(event, caller, one))
    })
  }
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
