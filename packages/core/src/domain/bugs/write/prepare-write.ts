// The steps before a write: load, plan, check. A dry run uses the same steps.
import type { BugRow } from '../../../access/find-bugs.js'
import { hasProductRight } from '../../../access/permissions.js'
import type { Call } from '../../../call/context.js'
import { requireFewChanges } from '../../../call/define/inputs.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { Reader, Writer } from '../../../schema/index.js'
import { requireMarkdown } from '../../comments/markdown.js'
import { permittedTags } from '../../comments/tags.js'
import type { CreateInput, UpdateInput } from '../fields/body-types.js'
import { settleDuplicates } from '../rules/duplicates.js'
import { creationRules } from '../rules/index.js'
import { requireEnterable } from '../rules/placement.js'
import { asRefusal, fail, failureOf, type Refuse } from '../rules/refuse.js'
import type { AnyDraft } from '../state/draft.js'
import { checkByRules, withChanged } from './check-by-rules.js'
import { checkWrite } from './check-write.js'
import { insertNewBug, type PreparedWrite } from './commit-write.js'
import { withFlags } from './flags-of-new.js'
import { beginBug, loadCreate } from './load-create.js'
import { loadUpdate, type Links, type LoadedUpdate } from './load-update.js'
import { planCreate, planLinks, planUpdate } from './plan-write.js'
import { setByRules } from './set-by-rules.js'
import { setOfNew } from './set-of-new.js'
import { changesIn, requireOwnComments, requireSingle, requireUpdatable } from './update-checks.js'

/** A new bug that has its row and its id. */
export interface PreparedCreate extends PreparedWrite {
  readonly draft: AnyDraft
}

const notForReporters = { depends_on: undefined, blocks: undefined, keywords: undefined }

/**
 * Inserts the row of the new bug before its links are planned, which need its id. `ofForm` are keywords that it gets whatever the
 * rights of the caller.
 * @throws whatever is wrong with the input
 */
export async function prepareCreate(
  tx: Writer,
  call: Call,
  given: CreateInput,
  ofForm: ReadonlySet<number>,
): Promise<PreparedCreate> {
  const product = requireEnterable(call, given.product)
  // Links and keywords require the right to edit.
  const input = hasProductRight(call, product, 'editbugs') ? given : { ...given, ...notForReporters }
  if (input.comment_is_private && !call.who.isInsider)
    throw new TrackerError('user_not_insider', { field: 'comment_is_private', value: true })
  if (input.is_markdown) requireMarkdown(call, 'is_markdown')
  const write = await loadCreate(tx, call, product, input, permittedTags(call, input.comment_tags))
  const draft = beginBug(call)
  planCreate(write, draft)
  if (ofForm.size > 0) draft.setPart('keywords', new Set([...draft.part('keywords'), ...ofForm]))
  const linked = call.rules ? await setOfNew(tx, write, draft) : write
  await insertNewBug(tx, call, draft)
  linked.addDraft(draft)
  planLinks(linked, draft)
  await checkWrite(tx, linked, creationRules, [draft])
  const { people, drafts } = linked
  if (call.rules) {
    const shown = await withFlags(tx, call, draft, input.flags)
    await checkByRules({ tx, call, drafts: withChanged([shown], drafts.values(), call), people }, fail)
  }
  return { event: 'bug.create', draft, named: [draft], drafts, people, flags: input.flags }
}

export interface UpdateRequest {
  readonly input: UpdateInput
  readonly links: Links
  /** All bugs that the input names. */
  readonly requested: readonly BugRow[]
  /** Those of them to prepare. */
  readonly rows: readonly BugRow[]
}

/**
 * Errors about one bug go to `refuse`. After one, nothing is checked that depends on other bugs, and the write must not be
 * committed: other bugs may have changed with the refused one.
 * @throws whatever is wrong with the whole input
 */
export async function prepareUpdate(
  tx: Reader,
  call: Call,
  { input, links, requested, rows: wanted }: UpdateRequest,
  refuse: Refuse = fail,
): Promise<LoadedUpdate> {
  const rows = wanted.filter((row) => {
    const error = failureOf(() => requireUpdatable(call, row, input))
    if (error) refuse(row.id, error)
    return !error
  })
  requireSingle(requested, input)
  requireFewChanges(requested.length, changesIn(input))
  const update = await loadUpdate(tx, call, rows, input, links, refuse)
  // Also those of bugs that have been refused: the update was requested for them too.
  requireOwnComments(update, requested)
  let isComplete = true
  for (const draft of update.named) {
    await call.timeBudget.step()
    const error = failureOf(() => planUpdate(update, draft))
    if (error) refuse(draft.row.id, error)
    isComplete &&= !error
  }
  if (!isComplete) return update
  // Duplicates and aliases are given to a single bug.
  const refuseFirst = (error: unknown) => refuse(rows[0]?.id ?? 0, asRefusal(error))
  const isSettled = await settleDuplicates(tx, update.named, update).then(() => true, refuseFirst)
  if (!isSettled) return update
  if (call.rules) await setByRules(tx, update)
  await checkWrite(tx, update, update.rules, update.named).catch(refuseFirst)
  const { people, named, drafts: all, loaded } = update
  if (call.rules) {
    const drafts = withChanged(named, all.values(), call)
    await checkByRules({ tx, call, drafts, people, loaded }, refuse)
  }
  return update
}
