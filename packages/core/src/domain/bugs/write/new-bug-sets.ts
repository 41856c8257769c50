// What belongs to a new bug beside its row: people, groups, keywords, aliases, links, custom fields.
import type { Product } from '../../../setup/catalogue.js'
import type { Call } from '../../../call/context.js'
import type { Reader, Writer } from '../../../schema/index.js'
import { requireAliases, requireUnused } from '../rules/aliases.js'
import { customFieldsIn, customRefs, requireMandatory, setCustom, type CustomGiven } from '../rules/custom-input.js'
import { editDependencies, requireNoLoop } from '../rules/dependencies.js'
import { createDrafts, loadStates, type BugDraft } from '../state/draft.js'
import { groupsOfNew } from '../rules/groups.js'
import { requireIsolation } from '../rules/isolation.js'
import { requireKeywords } from '../rules/keywords.js'
import { editSeeAlso, localRefs } from '../rules/links.js'
import { lookUpBugs, lookUpPeople, type BugFinder, type PersonFinder } from '../rules/lookups.js'
import type { CreateInput } from './new-bug.js'
import { writeDrafts } from './write-drafts.js'

interface NewSets {
  readonly groups: Set<number>
  readonly keywords: Set<number>
  readonly aliases: readonly string[]
  readonly custom: CustomGiven
  readonly person: PersonFinder
  readonly bugs: BugFinder
}

/**
 * Looks up what the input names.
 * @throws group_restriction_not_allowed, object_does_not_exist, alias_in_use and others, unknown_parameter, bug_url_invalid
 */
export async function gatherSets(tx: Reader, call: Call, product: Product, input: CreateInput): Promise<NewSets> {
  const groups = groupsOfNew(call, product, input.groups)
  const keywords = requireKeywords(call.catalogue, input.keywords ?? [], 'keywords')
  const custom = customFieldsIn(call.catalogue, input)
  const aliases = requireAliases(typeof input.alias === 'string' ? [input.alias] : (input.alias ?? []), 'alias')
  await requireUnused(tx, aliases, 'alias')
  const { assigned_to = '', qa_contact = '', cc = [], depends_on = [], blocks = [], see_also } = input
  const person = await lookUpPeople(
    tx,
    [assigned_to, qa_contact, ...cc].filter((login) => login.trim() !== ''),
  )
  const local = localRefs(call, { add: see_also })
  const bugs = await lookUpBugs(tx, call, [...depends_on, ...blocks, ...local, ...customRefs(custom)])
  return { groups, keywords, aliases, custom, person, bugs }
}

/**
 * Writes the sets of a bug that has just been made, and the other side of its links.
 * @throws object_does_not_exist, required_field, dependency_loop_multi, and what is wrong with links and custom fields
 */
export async function writeNewSets(
  tx: Writer,
  call: Call,
  draft: BugDraft,
  input: CreateInput,
  { groups, keywords, aliases, custom, person, bugs }: NewSets,
): Promise<void> {
  const { cc = [], depends_on, blocks, see_also } = input
  Object.assign(draft.after, { groups, keywords, aliases })
  for (const login of cc) draft.after.cc.add(person(login, 'cc').id)
  setCustom(draft.after, custom, bugs)
  requireMandatory(call.catalogue, draft.after, (field) => field.is_on_bug_entry)
  const others = createDrafts(await loadStates(tx, bugs.all(), new Set(['dependencies', 'see_also'])))
  editDependencies(draft, 'depends_on', { add: depends_on }, bugs, others.draftFor, 'depends_on')
  editDependencies(draft, 'blocks', { add: blocks }, bugs, others.draftFor, 'blocks')
  editSeeAlso(call, draft, { add: see_also }, bugs, others.draftFor, 'see_also')
  await requireNoLoop(tx, [draft, ...others.drafts.values()])
  await requireIsolation(tx, call, [draft, ...others.drafts.values()], { made: draft })
  await writeDrafts(tx, call, [...others.drafts.values()], { made: [draft] })
}
