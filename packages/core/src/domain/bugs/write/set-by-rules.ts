// Changes that rules of the embedding program make in bugs that are being written, in the name of the caller.
import type { AskedRule, AskRules } from '../../../call/host-rules.js'
import type { Call } from '../../../call/context.js'
import type { Reader } from '../../../schema/index.js'
import type { UpdateInput } from '../fields/body-types.js'
import { settleDuplicates } from '../rules/duplicates.js'
import { changedFields } from '../state/changes.js'
import type { AnyDraft, Drafts } from '../state/draft.js'
import { checkWrite } from './check-write.js'
import { requireSingle } from './update-checks.js'
import { loadUpdate, lookUpLinks, type LoadedUpdate } from './load-update.js'
import { parseChanges } from '../host-rules/changes.js'
import { showDrafts, type Ruled } from '../host-rules/states.js'
import { asProgram } from '../host-rules/views.js'
import { viewBugWrite, viewCaller } from '../host-rules/writes.js'

/** Bugs for which a rule has made equal changes. */
interface Alike {
  readonly changes: object
  readonly drafts: AnyDraft[]
}

/** Lets rule after rule change the drafts of an update; each sees the changes of those before it. @throws rule_failed */
export async function setByRules(tx: Reader, { call, named, people, ...write }: LoadedUpdate): Promise<void> {
  const { rules } = call
  if (!rules) return
  for (const rule of rules.of('bug.update')) {
    if (!rule.set) continue
    const ruled = { tx, call, drafts: named, people, loaded: write.loaded }
    for (const { changes, drafts } of await askRule(rule, 'bug.update', ruled))
      await orInvalid(rules, rule, () => plan(tx, call, write, rule, parseChanges(changes, false), drafts))
  }
}

/** Asks a rule about each bug, and puts bugs with equal answers together. */
export async function askRule(
  rule: AskedRule,
  event: 'bug.create' | 'bug.update',
  ruled: Ruled,
): Promise<readonly Alike[]> {
  const { call } = ruled
  const caller = viewCaller(call)
  const all = new Map<string, Alike>()
  for (const shown of await showDrafts(ruled, call.rules?.of(event) ?? [])) {
    const changes = await rule.set?.(viewBugWrite(event, caller, shown))
    if (!changes) continue
    const key = JSON.stringify(changes)
    const alike = all.get(key)
    if (alike) alike.drafts.push(shown.draft)
    else all.set(key, { changes, drafts: [shown.draft] })
  }
  return [...all.values()]
}

/** @throws rule_failed for what is wrong with the changes of a rule */
export async function orInvalid<T>(rules: AskRules, { name }: AskedRule, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw rules.invalidSet(name, error)
  }
}

/** Plans the changes of a rule on top of what is planned already. The rights of the caller do not count. */
export async function plan(
  tx: Reader,
  given: Call,
  base: Drafts,
  { name }: AskedRule,
  changes: UpdateInput,
  drafts: readonly AnyDraft[],
): Promise<void> {
  const call = asProgram(given)
  const rows = drafts.map(({ row }) => row)
  const input = { ...changes, ids: rows.map(({ id }) => id) }
  requireSingle(rows, input)
  const links = await lookUpLinks(tx, call, input)
  const update = await loadUpdate(tx, call, rows, input, links, undefined, base)
  for (const draft of update.named) for (const rule of update.rules) rule.update?.(draft, update)
  await settleDuplicates(tx, update.named, update)
  await checkWrite(tx, update, update.rules, update.named)
  for (const [id, changed] of update.drafts) {
    const draft = base.drafts.get(id)
    if (draft) noteRule(draft, changedFields(changed, call.catalogue), name)
  }
}

function noteRule(draft: AnyDraft, fields: ReadonlySet<string>, name: string): void {
  if (fields.size === 0) return
  draft.ruledBy ??= new Map()
  for (const field of fields) draft.ruledBy.set(field, name)
}
