// Gathers everything that an update is decided from, a few selects for all its bugs together.
import type { z } from 'zod'
import { visibleComments } from '../access/visibility.js'
import type { Call, User } from '../context.js'
import { requireUser } from '../context.js'
import { loadSetters, type Setters } from '../flags/relocate.js'
import { lookUpRequestees, type Requestees } from '../flags/requestees.js'
import type { Reader, Row } from '../schema/index.js'
import type { BugBody } from './body.js'
import { customFieldsIn, customRefs, type CustomGiven } from './custom-input.js'
import { draftBook, loadStates, type Draft, type DraftBook, type StatePart } from './draft.js'
import type { BugRef, BugRow } from './find.js'
import type { updateFields } from './input.js'
import { localRefs } from './links.js'
import { lookUpBugs, lookUpPeople, type BugFinder, type PersonFinder } from './lookups.js'

export type UpdateInput = z.output<BugBody<typeof updateFields>>

export type PrivacyOf = Pick<Row<'comments'>, 'id' | 'bug_id' | 'is_private'>

/** One run of Update Bug. Its drafts are those of the bugs named, and of others that change with them. */
export interface Update extends DraftBook {
  readonly call: Call
  readonly user: User
  readonly input: UpdateInput
  readonly person: PersonFinder
  readonly bugs: BugFinder
  readonly custom: CustomGiven
  readonly requestees: Requestees
  /** Who set the flags of bugs that change their place. */
  readonly setters: Setters
  /** The comments of comment_is_private that the caller can see, by id. */
  readonly comments: ReadonlyMap<number, PrivacyOf>
  /** The bugs to update, in the order they were named in. */
  readonly named: readonly Draft[]
}

/** Looks up what the input names and loads what it is about to change. */
export async function openUpdate(tx: Reader, call: Call, rows: readonly BugRow[], input: UpdateInput): Promise<Update> {
  const custom = customFieldsIn(call.catalogue, input)
  const person = await lookUpPeople(tx, loginsIn(input))
  const linked = await linkedToLookUp(tx, input, rows)
  const bugs = await lookUpBugs(tx, call, [...refsIn(call, input), ...customRefs(custom), ...linked])
  const isNamed = new Set(rows.map((row) => row.id))
  const others = bugs.all().filter((row) => !isNamed.has(row.id))
  const parts = partsIn(call, input, custom)
  const states = await loadStates(tx, [...rows, ...others], parts)
  const book = draftBook(states)
  const flags = isRelocation(input) ? rows.flatMap((row) => states.get(row.id)?.flags ?? []) : []
  return {
    ...book,
    named: rows.map(book.draftFor),
    call,
    user: requireUser(call.who),
    input,
    person,
    bugs,
    custom,
    requestees: await lookUpRequestees(
      tx,
      call,
      input.flags ?? [],
      rows.map((row) => row.id),
    ),
    setters: await loadSetters(tx, call, flags),
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

function isRelocation({ product, component }: UpdateInput): boolean {
  return product !== undefined || component !== undefined
}

function loginsIn({ assigned_to, qa_contact, cc }: UpdateInput): string[] {
  return [assigned_to, qa_contact, ...(cc?.add ?? []), ...(cc?.remove ?? [])].filter((login) => !!login) as string[]
}

function refsIn(call: Call, { depends_on, blocks, dupe_of, see_also }: UpdateInput): BugRef[] {
  const ofLists = [depends_on, blocks].flatMap((edit) => [
    ...(edit?.set ?? [...(edit?.add ?? []), ...(edit?.remove ?? [])]),
  ])
  return [...ofLists, ...(dupe_of ? [dupe_of] : []), ...(see_also ? localRefs(call, see_also) : [])]
}

/** Bugs whose links may go because the input says what all links are. */
async function linkedToLookUp(tx: Reader, input: UpdateInput, rows: readonly BugRow[]): Promise<number[]> {
  if (!input.depends_on?.set && !input.blocks?.set) return []
  const states = [...(await loadStates(tx, rows, new Set(['dependencies']))).values()]
  const of = (direction: 'depends_on' | 'blocks') =>
    input[direction]?.set ? states.flatMap((state) => [...state[direction]]) : []
  return [...of('depends_on'), ...of('blocks')]
}

async function loadPrivacy(tx: Reader, call: Call, ids: readonly string[]): Promise<Map<number, PrivacyOf>> {
  const wanted = ids.map(Number).filter((id) => Number.isSafeInteger(id))
  if (wanted.length === 0) return new Map()
  const where = { and: [{ col: 'id', in: wanted } as const, visibleComments(call)] }
  const rows = await tx.select({ from: 'comments', where, columns: ['id', 'bug_id', 'is_private'] })
  return new Map(rows.map((row) => [row.id, row]))
}
