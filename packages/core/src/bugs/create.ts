import { z } from 'zod'
import { hasProductRight } from '../access/permissions.js'
import { appendComments } from '../comments/append.js'
import { attachTags, mayTag, requireTags } from '../comments/tags.js'
import { requireUser, type Call } from '../context.js'
import { TrackerError } from '../errors.js'
import { defineWrite } from '../operation.js'
import type { Writer } from '../schema/index.js'
import { requireAliases, requireUnused } from './aliases.js'
import { bugBody, byApiName } from './body.js'
import { editDependencies, requireNoLoop } from './dependencies.js'
import { bareState, draftOf, loadStates, type Draft } from './draft.js'
import type { BugRow } from './find.js'
import { groupsOfNew } from './groups.js'
import { createFields, createNames } from './input.js'
import { requireKeywords } from './keywords.js'
import { editSeeAlso, localRefs } from './links.js'
import { lookUpBugs, lookUpPeople, type BugFinder } from './lookups.js'
import { newBug, type CreateInput } from './new-bug.js'
import { requireEnterable } from './placement.js'
import { writeDrafts } from './write-drafts.js'

/**
 * Files a bug. Contract: Create Bug.
 *
 * `product`, `component`, `version` and `summary` (1 to 255 characters) must be given. `description` becomes comment 0;
 * `comment_is_private` hides it and `comment_tags` tag it. What is left out gets the default of the installation, the product
 * or the component; what the caller may not set (without editbugs: assignee, QA contact, keywords, dependencies, and without
 * canconfirm the status) gets it too. `groups`: without it the default groups of the product, `[]` for none but the mandatory
 * ones. `alias`: at most 40 characters, unlike a number, nobody else's. `deadline`: YYYY-MM-DD. Hours: 0 to 99,999.99. Null
 * counts as not given.
 *
 * @throws object_not_specified (50), object_does_not_exist (51), entry_access_denied and product_disabled (106),
 *   require_component (105), require_summary (107), text_too_long (104), comment_too_long (114), unknown_parameter (53),
 *   illegal_bug_status_transition (123), missing_resolution (121), dupe_id_required (119), resolution_not_allowed (122),
 *   group_restriction_not_allowed (120), user_not_insider (113), invalid_username (504), alias_in_use and others (103),
 *   value_inactive, bug_url_invalid (112), dependency_loop_multi (116)
 * @example
 * const { id } = await alice.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' })
 */
export const createBug = defineWrite({
  name: 'bugs.create',
  summary: 'File a bug',
  access: 'required',
  input: bugBody(createFields, createNames),
  output: z.object({ id: z.int() }),
  missing: {
    product: 'object_not_specified',
    component: 'require_component',
    version: 'object_not_specified',
  },
  async run(tx, body, call) {
    const given = withoutNulls(byApiName(body, createNames))
    const product = requireEnterable(call, given.product)
    // Links and keywords are for those who may edit.
    const input = hasProductRight(call, product, 'editbugs') ? given : { ...given, ...notForReporters }
    if (input.comment_is_private && !call.who.isInsider)
      throw new TrackerError('user_not_insider', { field: 'comment_is_private', value: true })
    const groups = groupsOfNew(call, product, input.groups)
    const keywords = requireKeywords(call.catalogue, input.keywords ?? [], 'keywords')
    const tags = mayTag(call) ? requireTags(input.comment_tags ?? [], 'comment_tags') : []
    const aliases = requireAliases(typeof input.alias === 'string' ? [input.alias] : (input.alias ?? []), 'alias')
    await requireUnused(tx, aliases, 'alias')
    const { assigned_to, qa_contact, cc = [] } = input
    const person = await lookUpPeople(
      tx,
      [assigned_to ?? '', qa_contact ?? '', ...cc].filter((login) => login !== ''),
    )
    const { row, component } = newBug(call, product, input, groups, person)
    const [id = 0] = await tx.insert('bugs', [row])
    const draft = draftOf(bareState({ ...row, id, group_count: 0 }))
    Object.assign(draft.after, { aliases, groups, keywords })
    for (const userId of component.default_cc_ids) draft.after.cc.add(userId)
    for (const login of cc) draft.after.cc.add(person(login, 'cc', 'invalid_username').id)
    await writeSetsOfNew(tx, call, draft, input)
    await describe(tx, call, id, row, input, tags)
    call.emit('bug.created', { bug_id: id, user_id: requireUser(call.who).id, at: call.now })
    return { id }
  },
})

const notForReporters = { depends_on: undefined, blocks: undefined, keywords: undefined }

function withoutNulls<T extends object>(body: T): { [F in keyof T]: Exclude<T[F], null> } {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as {
    [F in keyof T]: Exclude<T[F], null>
  }
}

/** The sets of the bug, and the other side of its links. */
async function writeSetsOfNew(tx: Writer, call: Call, draft: Draft, input: CreateInput): Promise<void> {
  const drafts = new Map<number, Draft>([[draft.before.row.id, draft]])
  const { depends_on, blocks, see_also } = input
  if (depends_on || blocks || see_also) {
    const links = { add: see_also }
    const refs = [...(depends_on ?? []), ...(blocks ?? []), ...localRefs(call, links)]
    const bugs = await lookUpBugs(tx, call, refs)
    const draftFor = await drafter(tx, drafts, bugs)
    editDependencies(draft, 'depends_on', { add: depends_on }, bugs, draftFor, 'depends_on')
    editDependencies(draft, 'blocks', { add: blocks }, bugs, draftFor, 'blocks')
    editSeeAlso(call, draft, links, bugs, draftFor, 'see_also')
    await requireNoLoop(tx, drafts.values())
  }
  drafts.delete(draft.before.row.id)
  await writeDrafts(tx, call, [...drafts.values()], [draft])
}

async function drafter(tx: Writer, drafts: Map<number, Draft>, bugs: BugFinder): Promise<(bug: BugRow) => Draft> {
  const states = await loadStates(tx, bugs.all(), new Set(['dependencies', 'see_also']))
  return (bug) => {
    const draft = drafts.get(bug.id) ?? draftOf(states.get(bug.id) ?? bareState(bug))
    drafts.set(bug.id, draft)
    return draft
  }
}

/** Writes comment 0, which the row of the bug counts already. */
async function describe(
  tx: Writer,
  call: Call,
  id: number,
  row: Omit<BugRow, 'id'>,
  { description: text = '', comment_is_private: is_private }: CreateInput,
  tags: readonly string[],
): Promise<void> {
  const bug = { ...row, id, comment_count: 0, public_comment_count: 0 }
  const { ids } = await appendComments(tx, call, [{ bug, text, is_private }])
  await attachTags(tx, call, { id: ids[0] ?? 0, bug_id: id }, tags)
}
