// Bugs as rules of the embedding program see them: all of them, whoever calls.
import type { AskedRule } from '../../../call/host-rules.js'
import { systemCaller, type Call, type Person } from '../../../call/context.js'
import { createFieldFilter } from '../../../kernel/field-filter.js'
import type { Catalogue } from '../../../setup/catalogue.js'
import { compareText } from '../../../store/index.js'
import type { BugRow } from '../../../access/find-bugs.js'
import { inFlagOrder } from '../../flags/flag.js'
import type { UserCache } from '../../users/user-cache.js'
import type { BugParts, PartName } from '../fields/bug-parts.js'
import { bugFieldEntries } from '../fields/index.js'
import type { CustomValueRow, FlagRow, SetName } from '../fields/related-rows.js'
import type { BugPlan, BugSets } from '../fields/view-context.js'
import { planBugs, viewBug } from '../view/view.js'

/** A bug as it was, or as it is going to be. */
export interface BugState {
  readonly row: Readonly<BugRow>
  readonly part: <K extends PartName>(name: K) => BugParts[K]
}

/** How the bugs of a write are shown to its rules. */
export interface RuleViews {
  /** The fields that are shown. */
  readonly fields: readonly string[]
  readonly parts: readonly PartName[]
  /** Shows each of the bugs. At most one select, for people who are not known yet. */
  readonly show: (people: UserCache, states: readonly BugState[]) => Promise<Readonly<Record<string, unknown>>[]>
}

const always = ['id', 'product', 'component']
const details = bugFieldEntries.flatMap(([field, { detailOf }]) => (detailOf === undefined ? [] : [field]))

const partsOfSets: { readonly [S in SetName]?: PartName } = {
  aliases: 'aliases',
  cc: 'cc',
  dependencies: 'dependencies',
  flags: 'flags',
  groups: 'groups',
  keywords: 'keywords',
  see_also: 'see_also',
}

interface Planned {
  readonly fields: readonly string[]
  readonly parts: readonly PartName[]
  readonly plan: BugPlan
}

function planViews(call: Call, rules: readonly AskedRule[]): Planned {
  const fields = [...new Set([...always, ...rules.flatMap(({ needs }) => needs)])]
  const filter = createFieldFilter({ include_fields: fields, exclude_fields: details })
  const plan = planBugs(asProgram(call), filter)
  const parts = [...plan.sets].flatMap((set) => partsOfSets[set] ?? [])
  return { fields, plan, parts: plan.customFields.length > 0 ? [...parts, 'custom' as const] : parts }
}

export function openViews(call: Call, rules: readonly AskedRule[]): RuleViews {
  const { fields, parts, plan } = planViews(call, rules)
  const namesPeople = plan.sets.has('people') || plan.sets.has('cc')
  return {
    fields,
    parts,
    async show(people, states) {
      const known = namesPeople ? await people.users(states.flatMap((state) => peopleOf(parts, state))) : noPeople
      return states.map((state) => viewBug(state.row as BugRow, plan, setsOf(call.catalogue, parts, state, known)))
    },
  }
}

/** The call with all rights, in the name of its caller. */
export function asProgram(call: Call): Call {
  return { ...call, who: systemCaller(call.catalogue, call.who.user) }
}

const noPeople: ReadonlyMap<number, Person> = new Map()

function peopleOf(parts: readonly PartName[], { row, part }: BugState): number[] {
  const flags = parts.includes('flags') ? part('flags') : []
  const ids = [
    ...[row.assigned_to_id, row.creator_id, row.qa_contact_id],
    ...(parts.includes('cc') ? part('cc') : []),
    ...flags.flatMap((flag) => [flag.setter_id, flag.requestee_id]),
  ]
  return ids.filter((id) => id !== null)
}

function setsOf(
  catalogue: Catalogue,
  parts: readonly PartName[],
  { row, part }: BugState,
  people: ReadonlyMap<number, Person>,
): BugSets {
  const ofBug = <K extends PartName, T>(name: K, items: (value: BugParts[K]) => readonly T[]) =>
    parts.includes(name) ? items(part(name)) : []
  return {
    aliases: ofBug('aliases', (aliases) => aliases.map((alias) => ({ alias }))),
    cc: ofBug('cc', (ids) =>
      Array.from(ids, (id) => people.get(id))
        .filter((person) => person !== undefined)
        .toSorted((a, b) => compareText(a.login_folded, b.login_folded)),
    ),
    groups: ofBug('groups', (ids) => catalogue.groups.among(ids)),
    keywords: ofBug('keywords', (ids) => catalogue.keywords.among(ids)),
    blocks: ofBug('dependencies', ({ blocks }) => inOrder(blocks)),
    depends_on: ofBug('dependencies', ({ depends_on }) => inOrder(depends_on)),
    see_also: ofBug('see_also', (links) => [...links.values()]),
    flags: ofBug('flags', (flags) => inFlagOrder(catalogue, flagsOfBug(flags))),
    tags: [],
    seen: undefined,
    customValues: ofBug('custom', (custom) => customRows(custom)),
    related: relatedTo(row, parts.includes('custom') ? part('custom') : new Map()),
    people,
  }
}

function inOrder(ids: ReadonlySet<number>): number[] {
  return [...ids].toSorted((a, b) => a - b)
}

/** A flag that is about to be set has no number yet. */
function flagsOfBug(flags: BugParts['flags']): FlagRow[] {
  return flags.flatMap((flag) => (flag.attachment_id === null ? [{ id: 0, ...flag }] : []))
}

function customRows(custom: BugParts['custom']): CustomValueRow[] {
  return [...custom].flatMap(([field_id, values]) => values.map((value) => ({ id: 0, ...value, field_id })))
}

/** Rules see links to all bugs. */
function relatedTo({ dupe_of }: Readonly<BugRow>, custom: BugParts['custom']): Map<number, boolean> {
  const numbers = [...custom.values()].flatMap((values) => values.map(({ number }) => number))
  return new Map([dupe_of, ...numbers].flatMap((id) => (id === null ? [] : [[id, true]])))
}
