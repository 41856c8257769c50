// Changes that rules of the embedding program make in a bug that is being filed.
import type { AskedRule } from '../../../call/host-rules.js'
import type { Reader } from '../../../schema/index.js'
import { fold } from '../../../store/index.js'
import type { BugRef } from '../../../access/find-bugs.js'
import type { CreateInput, UpdateInput } from '../fields/body-types.js'
import { emptyParts } from '../fields/bug-parts.js'
import { lookUpBugs } from '../rules/lookups.js'
import type { LinkEdit } from '../rules/dependencies.js'
import type { CreateWrite } from '../rules/rule.js'
import type { AnyDraft, Drafts } from '../state/draft.js'
import { withFlags } from './flags-of-new.js'
import { loadCreate } from './load-create.js'
import { parseChanges } from '../host-rules/changes.js'
import { askRule, orInvalid, plan } from './set-by-rules.js'
import { asProgram } from '../host-rules/views.js'

type Links = Pick<CreateInput, 'depends_on' | 'blocks' | 'see_also'>

/**
 * Lets rule after rule change the draft of a new bug, which has no ID yet, so that its links are planned later.
 * @returns the write to plan the links with
 * @throws rule_failed
 */
export async function setOfNew(tx: Reader, write: CreateWrite, draft: AnyDraft): Promise<CreateWrite> {
  const { call, people } = write
  const { rules } = call
  if (!rules) return write
  let { input } = write
  const base = draftsWith(write, draft)
  const setting = rules.of('bug.create').filter(({ set }) => set)
  if (setting.length === 0) return write
  const flagged = await withFlags(tx, call, draft, input.flags)
  for (const rule of setting) {
    const shown = withLinks(flagged, write, input)
    const [answer] = await askRule(rule, 'bug.create', { tx, call, drafts: [shown], people })
    if (!answer) continue
    input = await orInvalid(rules, rule, () =>
      planNew(tx, write, base, rule, parseChanges(answer.changes, true), input),
    )
  }
  if (input === write.input) return write
  const { product, tags } = write
  // Bugs that the caller cannot see can be linked by rules; the way back from there takes rights of the caller.
  return { ...(await loadCreate(tx, asProgram(call), product, input, tags)), call }
}

/** Plans the fields that concern only the bug, and returns the input with the links. */
async function planNew(
  tx: Reader,
  write: CreateWrite,
  base: Drafts,
  rule: AskedRule,
  { depends_on, blocks, see_also, ...changes }: UpdateInput,
  input: CreateInput,
): Promise<CreateInput> {
  const { call } = write
  await plan(tx, call, base, rule, changes, [...base.drafts.values()])
  if (!depends_on && !blocks && !see_also) return input
  const refs = (edit: LinkEdit | undefined) => [...(edit?.set ?? []), ...(edit?.add ?? []), ...(edit?.remove ?? [])]
  const bugs = await lookUpBugs(tx, asProgram(call), [...refs(depends_on), ...refs(blocks)])
  const idOf = (field: string) => (ref: BugRef) =>
    (typeof ref === 'number' ? write.bugs.find(ref)?.id : undefined) ?? bugs.require(ref, field).id
  const edited = (field: 'depends_on' | 'blocks', edit: LinkEdit | undefined) =>
    edit ? editList(linkIds(write, input, field), mapEdit(edit, idOf(field))) : input[field]
  const links: Links = {
    depends_on: edited('depends_on', depends_on),
    blocks: edited('blocks', blocks),
    see_also: see_also ? editList(input.see_also ?? [], see_also, fold) : input.see_also,
  }
  return { ...input, ...links }
}

interface Edit<T> {
  readonly add?: readonly T[] | undefined
  readonly remove?: readonly T[] | undefined
  readonly set?: readonly T[] | undefined
}

function mapEdit(edit: LinkEdit, idOf: (ref: BugRef) => number): Edit<number> {
  return { add: edit.add?.map(idOf), remove: edit.remove?.map(idOf), set: edit.set?.map(idOf) }
}

function editList<T>(
  list: readonly T[],
  { add = [], remove = [], set }: Edit<T>,
  keyOf: (one: T) => unknown = (one) => one,
): T[] {
  const kept = new Map((set ?? [...list, ...add]).map((one) => [keyOf(one), one]))
  if (!set) for (const one of remove) kept.delete(keyOf(one))
  return [...kept.values()]
}

function linkIds({ bugs }: CreateWrite, input: CreateInput, field: 'depends_on' | 'blocks'): number[] {
  return (input[field] ?? []).map(
    (ref) => bugs.find(ref)?.id ?? (typeof ref === 'number' ? ref : bugs.require(ref, field).id),
  )
}

function draftsWith(write: CreateWrite, draft: AnyDraft): Drafts {
  const drafts = new Map([[draft.row.id, draft]])
  return {
    drafts,
    loaded: new Map([[draft.row.id, { ...emptyParts }]]),
    draftFor: (bug) => drafts.get(bug.id) ?? write.draftFor(bug),
    addDraft: (one) => void drafts.set(one.row.id, one),
  }
}

/** The draft with the links that it is going to have. */
function withLinks(draft: AnyDraft, write: CreateWrite, input: CreateInput): AnyDraft {
  const dependencies = {
    depends_on: new Set(linkIds(write, input, 'depends_on')),
    blocks: new Set(linkIds(write, input, 'blocks')),
  }
  const see_also = new Map((input.see_also ?? []).map((url) => [fold(url), { url, local_bug_id: null }]))
  const pending = { dependencies, see_also }
  return {
    ...draft,
    part: (name) => (name in pending ? pending[name as keyof typeof pending] : draft.part(name)) as never,
  }
}
