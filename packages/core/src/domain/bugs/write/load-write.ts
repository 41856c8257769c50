// Gathers everything that an update is decided from, a few selects for all its bugs together.
import { visibleComments } from '../../../access/visibility.js'
import { requireUser, type Call, type User } from '../../../call/context.js'
import { flagSetters, type Setters } from '../../flags/after-move.js'
import { lookUpRequestees, type Requestees } from '../../flags/requestees.js'
import type { Reader, Row } from '../../../schema/index.js'
import type { UserCache } from '../../users/user-cache.js'
import { customFieldsIn, customRefs, type CustomGiven } from '../rules/custom-input.js'
import { createDrafts, loadStates, type BugDraft, type Drafts } from '../state/draft.js'
import type { BugState, StatePart } from '../fields/bug-state.js'
import { idsNamedBy, loadAliasOwners, type AliasOwners, type BugRef, type BugRow } from '../../../access/find-bugs.js'
import { localRefs } from '../rules/links.js'
import { lookUpBugs, personFinder, type BugFinder, type PersonFinder } from '../rules/lookups.js'
import { isRelocation, loadPeople } from './load-people.js'
import type { UpdateInput } from './update-input.js'

export type PrivacyOf = Pick<Row<'comments'>, 'id' | 'bug_id' | 'is_private'>

/** What the input names beside people. */
interface Links {
  readonly bugs: BugFinder
  readonly custom: CustomGiven
  /** Who has the aliases that the input names. */
  readonly owners: AliasOwners
}

/** One run of Update Bug. Its drafts are those of the bugs named, and of others that change with them. */
export interface Update extends Drafts, Links {
  readonly call: Call
  readonly user: User
  readonly input: UpdateInput
  readonly person: PersonFinder
  readonly states: ReadonlyMap<number, BugState>
  /** Those of whom something is known already, and others. */
  readonly people: UserCache
  readonly requestees: Requestees
  /** Who set the flags of bugs that change their place. */
  readonly setters: Setters
  /** The comments of comment_is_private that the caller can see, by id. */
  readonly comments: ReadonlyMap<number, PrivacyOf>
  /** The bugs to update, in the order they were named in. */
  readonly named: readonly BugDraft[]
}

/** Looks up what the input names and loads what it is about to change. */
export async function loadWrite(
  tx: Reader,
  call: Call,
  rows: readonly BugRow[],
  input: UpdateInput,
  links: Links,
): Promise<Update> {
  const { custom, bugs } = links
  const isNamed = new Set(rows.map((row) => row.id))
  const others = bugs.all().filter((row) => !isNamed.has(row.id))
  const parts = partsIn(call, input, custom)
  const states = await loadStates(tx, [...rows, ...others], parts)
  const drafts = createDrafts(states)
  const flags = isRelocation(input) ? rows.flatMap((row) => states.get(row.id)?.flags ?? []) : []
  const setters = flagSetters(call, flags)
  const { people, byLogin } = await loadPeople(tx, call, input, rows, states, setters)
  return {
    ...drafts,
    named: rows.map(drafts.draftFor),
    call,
    user: requireUser(call.who),
    input,
    person: personFinder(byLogin),
    ...links,
    states,
    people,
    requestees: await lookUpRequestees(
      tx,
      call,
      input.flags ?? [],
      rows.map((row) => row.id),
      { users: byLogin, people, publicIds: new Set(rows.flatMap((row) => (row.group_count === 0 ? [row.id] : []))) },
    ),
    setters: await people.callers(setters),
    comments: await loadPrivacy(tx, call, Object.keys(input.comment_is_private ?? {})),
  }
}

/** What must be known of the bugs, and of others that change with them. The answer names aliases. */
function partsIn({ catalogue }: Call, input: UpdateInput, custom: CustomGiven): Set<StatePart> {
  const parts = new Set<StatePart>(['aliases'])
  const hasFlags = (input.flags ?? []).length > 0
  if (input.cc || isRelocation(input) || input.dupe_of !== undefined || hasFlags) parts.add('cc')
  if (hasFlags || (isRelocation(input) && catalogue.flagTypes.size > 0)) parts.add('flags')
  if (input.groups || input.product !== undefined) parts.add('groups')
  if (input.keywords) parts.add('keywords')
  if (input.depends_on || input.blocks || input.resolution) parts.add('dependencies')
  if (input.see_also) parts.add('see_also')
  if (custom.length > 0) parts.add('custom')
  return parts
}

function refsIn(call: Call, { depends_on, blocks, dupe_of, see_also }: UpdateInput): BugRef[] {
  const ofLists = [depends_on, blocks].flatMap((edit) => [
    ...(edit?.set ?? [...(edit?.add ?? []), ...(edit?.remove ?? [])]),
  ])
  return [...ofLists, ...(dupe_of ? [dupe_of] : []), ...(see_also ? localRefs(call, see_also) : [])]
}

/** Looks up the bugs that the input names, and those that are linked to them where it says what all links are. */
export async function lookUpLinks(tx: Reader, call: Call, input: UpdateInput): Promise<Links> {
  const custom = customFieldsIn(call.catalogue, input)
  const refs = [...input.ids, ...refsIn(call, input), ...customRefs(custom)]
  const owners = await loadAliasOwners(tx, [...refs, ...aliasesIn(input)])
  const linked = await loadLinked(tx, input, idsNamedBy(input.ids, owners))
  return { custom, owners, bugs: await lookUpBugs(tx, call, [...refs, ...linked], owners) }
}

function aliasesIn({ alias }: UpdateInput): readonly string[] {
  if (typeof alias === 'string') return [alias]
  if (!alias) return []
  return 'length' in alias ? alias : [...(alias.set ?? []), ...(alias.add ?? [])]
}

async function loadLinked(tx: Reader, { depends_on, blocks }: UpdateInput, ids: readonly number[]): Promise<number[]> {
  const ways = [
    ...(depends_on?.set ? [{ col: 'bug_id', in: ids } as const] : []),
    ...(blocks?.set ? [{ col: 'depends_on_id', in: ids } as const] : []),
  ]
  if (ways.length === 0 || ids.length === 0) return []
  const rows = await tx.select({ from: 'bug_dependencies', where: { or: ways } })
  return rows.flatMap(({ bug_id, depends_on_id }) => [bug_id, depends_on_id])
}

async function loadPrivacy(tx: Reader, call: Call, ids: readonly string[]): Promise<Map<number, PrivacyOf>> {
  const wanted = ids.map(Number).filter((id) => Number.isSafeInteger(id))
  if (wanted.length === 0) return new Map()
  const where = { and: [{ col: 'id', in: wanted } as const, visibleComments(call)] }
  const rows = await tx.select({ from: 'comments', where, columns: ['id', 'bug_id', 'is_private'] })
  return new Map(rows.map((row) => [row.id, row]))
}
