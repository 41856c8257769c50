// The views of drafts for rules of the embedding program: the bug before and after, and the differences.
import { isDeepStrictEqual } from 'node:util'
import type { AskedRule } from '../../../call/host-rules.js'
import { must } from '../../../kernel/must.js'
import type { Call } from '../../../call/context.js'
import type { Reader } from '../../../schema/index.js'
import type { UserCache } from '../../users/user-cache.js'
import type { BugParts, PartName } from '../fields/bug-parts.js'
import { derivedColumns } from '../state/changes.js'
import { loadParts } from '../state/load-parts.js'
import { addParts, type AnyDraft } from '../state/draft.js'
import { openViews, type BugState, type RuleViews } from './views.js'

export type RuleBug = Readonly<Record<string, unknown>>

/** Drafts whose bugs rules are asked about. */
export interface Ruled {
  readonly tx: Reader
  readonly call: Call
  readonly drafts: readonly AnyDraft[]
  readonly people: UserCache
  /** Parts of these bugs, which are kept with the drafts once they have been loaded. */
  readonly loaded?: Map<number, Partial<BugParts>>
}

/** A draft as a rule is shown it. */
export interface ShownDraft {
  readonly draft: AnyDraft
  readonly before: RuleBug | null
  readonly after: RuleBug
  readonly changed: ReadonlySet<string>
}

/** Shows the drafts with the fields that the rules need. */
export async function showDrafts(ruled: Ruled, rules: readonly AskedRule[]): Promise<ShownDraft[]> {
  const views = openViews(ruled.call, rules)
  const { people, drafts, call } = ruled
  for (const draft of drafts) Object.assign(draft.row, derivedColumns(call.catalogue, draft))
  const partOf = await findParts(ruled, views)
  const found = drafts.filter(({ isNew }) => !isNew)
  const before = await views.show(
    people,
    found.map((draft) => stateBefore(draft, partOf)),
  )
  const after = await views.show(
    people,
    drafts.map((draft) => stateAfter(draft, partOf)),
  )
  const old = new Map(found.map((draft, index) => [draft, before[index] as RuleBug]))
  return drafts.map((draft, index) => {
    const now = after[index] as RuleBug
    const was = old.get(draft)
    if (!was) return { draft, before: null, after: now, changed: new Set(views.fields) }
    const changed = views.fields.filter((field) => !isDeepStrictEqual(was[field], now[field]))
    return { draft, before: was, after: now, changed: new Set(changed) }
  })
}

/** Shows only the bugs of the drafts, as they are going to be. */
export async function showBugs(ruled: Ruled, rules: readonly AskedRule[]): Promise<Map<AnyDraft, RuleBug>> {
  const views = openViews(ruled.call, rules)
  const partOf = await findParts(ruled, views)
  const shown = await views.show(
    ruled.people,
    ruled.drafts.map((draft) => stateAfter(draft, partOf)),
  )
  return new Map(ruled.drafts.map((draft, index) => [draft, shown[index] as RuleBug]))
}

type FindPart = <K extends PartName>(id: number, name: K) => BugParts[K]

/** Loads the parts that the drafts lack. */
async function findParts({ tx, drafts, loaded }: Ruled, { parts }: RuleViews): Promise<FindPart> {
  const missing = parts.filter((part) => !drafts.every((draft) => draft.isLoaded(part)))
  const rows = drafts.map(({ before }) => before)
  const found =
    missing.length === 0 ? new Map<number, Partial<BugParts>>() : await loadParts(tx, rows, new Set(missing))
  if (loaded) addParts(loaded, found)
  return <K extends PartName>(id: number, name: K) => must(found.get(id)?.[name], name, id) as BugParts[K]
}

function stateBefore(draft: AnyDraft, find: FindPart): BugState {
  const part = <K extends PartName>(name: K) =>
    draft.isLoaded(name) ? draft.beforePart(name) : find(draft.before.id, name)
  return { row: draft.before, part }
}

function stateAfter(draft: AnyDraft, find: FindPart): BugState {
  const part = <K extends PartName>(name: K) => (draft.isLoaded(name) ? draft.part(name) : find(draft.before.id, name))
  return { row: draft.row, part }
}
