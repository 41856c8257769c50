// Gathers everything that an update is decided from, a few selects for all its bugs together.
import { visibleComments } from '../../../access/visibility.js'
import { requireUser, type Call } from '../../../call/context.js'
import { flagSetters } from '../../flags/after-move.js'
import { lookUpRequestees } from '../../flags/requestees.js'
import type { Reader } from '../../../schema/index.js'
import type { UpdateInput } from '../fields/body-types.js'
import type { PartName } from '../fields/bug-parts.js'
import type { CustomGiven } from '../fields/body.js'
import { clearedBugFields, customFieldsIn, customRefs } from '../rules/custom-input.js'
import { createDrafts, stackDrafts, type AnyDraft, type Drafts } from '../state/draft.js'
import { loadParts } from '../state/load-parts.js'
import { idsNamedBy, loadAliasOwners, type AliasOwners, type BugRef, type BugRow } from '../../../access/find-bugs.js'
import { rules } from '../rules/index.js'
import { localRefs } from '../rules/links.js'
import { lookUpBugs, personFinder, type BugFinder } from '../rules/lookups.js'
import { isRelocation } from '../rules/placement.js'
import { fail, type Refuse } from '../rules/refuse.js'
import type { PrivacyOf, Rule, UpdateWrite } from '../rules/rule.js'
import { loadPeople } from './load-people.js'

/** The names in the input beside people. */
export interface Links {
  readonly bugs: BugFinder
  readonly custom: CustomGiven
  readonly owners: AliasOwners
}

/** One run of Update Bug with the rules that have something to decide in it. */
export interface LoadedUpdate extends UpdateWrite {
  readonly event: 'bug.update'
  readonly rules: readonly Rule[]
  /** The bugs to update, in the order they were named in. */
  readonly named: readonly AnyDraft[]
  readonly isMinor: boolean
}

/**
 * Looks up the names in the input and loads the data to change. `base`: drafts of the same bugs that it changes
 * further.
 */
export async function loadUpdate(
  tx: Reader,
  call: Call,
  rows: readonly BugRow[],
  input: UpdateInput,
  links: Links,
  refuse: Refuse = fail,
  base?: Drafts,
): Promise<LoadedUpdate> {
  const applying = rules.filter((rule) => rule.applies(input, call))
  // The answer names aliases.
  const parts = new Set<PartName>(['aliases', ...applying.flatMap(({ needs }) => needs)])
  const isNamed = new Set(rows.map((row) => row.id))
  const others = links.bugs.all().filter((row) => !isNamed.has(row.id))
  const all = [...rows, ...others]
  const missing = base ? [...parts].filter((part) => !all.every(({ id }) => base.loaded.get(id)?.[part])) : parts
  const found = await loadParts(tx, all, new Set(missing))
  const drafts = base ? stackDrafts(base, found) : createDrafts(found)
  const { loaded } = drafts
  const flags = isRelocation(input) ? rows.flatMap((row) => loaded.get(row.id)?.flags ?? []) : []
  const setters = flagSetters(call, flags)
  const { people, byLogin } = await loadPeople(tx, call, input, rows, loaded, setters)
  const publicIds = new Set(rows.flatMap((row) => (row.group_count === 0 ? [row.id] : [])))
  const ids = rows.map((row) => row.id)
  return {
    ...drafts,
    ...links,
    event: 'bug.update',
    isMinor: input.minor_update === true,
    rules: applying,
    named: rows.map(drafts.draftFor),
    call,
    user: requireUser(call.who),
    input,
    refuse,
    person: personFinder(byLogin),
    people,
    requestees: await lookUpRequestees(tx, call, input.flags ?? [], ids, { users: byLogin, people, publicIds }),
    setters: await people.callers(setters),
    comments: await loadPrivacy(tx, call, Object.keys(input.comment_is_private ?? {})),
  }
}

function refsIn(call: Call, { depends_on, blocks, dupe_of, see_also }: UpdateInput): BugRef[] {
  const ofLists = [depends_on, blocks].flatMap((edit) => [
    ...(edit?.set ?? [...(edit?.add ?? []), ...(edit?.remove ?? [])]),
  ])
  return [...ofLists, ...(dupe_of ? [dupe_of] : []), ...(see_also ? localRefs(call, see_also) : [])]
}

/** Looks up the bugs that the input names, and linked bugs if the input replaces all links or clears the field. */
export async function lookUpLinks(tx: Reader, call: Call, input: UpdateInput): Promise<Links> {
  const custom = customFieldsIn(call.catalogue, input)
  const refs = [...input.ids, ...refsIn(call, input), ...customRefs(custom)]
  const owners = await loadAliasOwners(tx, [...refs, ...aliasesIn(input)])
  const ids = idsNamedBy(input.ids, owners)
  const linked = await loadLinked(tx, input, ids)
  const cleared = await loadCleared(tx, clearedBugFields(custom), ids)
  return { custom, owners, bugs: await lookUpBugs(tx, call, [...refs, ...linked, ...cleared], owners) }
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

async function loadCleared(tx: Reader, fields: readonly number[], ids: readonly number[]): Promise<number[]> {
  if (fields.length === 0 || ids.length === 0) return []
  const where = { and: [{ col: 'bug_id', in: ids } as const, { col: 'field_id', in: fields } as const] }
  const rows = await tx.select({ from: 'custom_values', where, columns: ['number'] })
  return rows.flatMap(({ number }) => number ?? [])
}

async function loadPrivacy(tx: Reader, call: Call, ids: readonly string[]): Promise<Map<number, PrivacyOf>> {
  const wanted = ids.map(Number).filter((id) => Number.isSafeInteger(id))
  if (wanted.length === 0) return new Map()
  const where = { and: [{ col: 'id', in: wanted } as const, visibleComments(call)] }
  const rows = await tx.select({ from: 'comments', where, columns: ['id', 'bug_id', 'is_private'] })
  return new Map(rows.map((row) => [row.id, row]))
}
