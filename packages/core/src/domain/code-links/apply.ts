// Applies an event of a host to the links of one bug, with the rights of the account of its hook.
import * as z from 'zod'
import { findBugs, type BugRow } from '../../access/find-bugs.js'
import { mayEdit } from '../../access/products.js'
import type { ChangeEvent } from '../../call/change-event.js'
import type { Call } from '../../call/context.js'
import { defineWrite } from '../../call/define/operation.js'
import type { CodeItem, CodeRepository, LinkState } from '../../code/code-event.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row, Writer } from '../../schema/index.js'
import { insertOne } from '../../schema/insert-one.js'
import { mostLinks } from './limits.js'
import { linkEvents } from './note.js'
import { loadRemoved, noteRemoved } from './removed.js'
import { columnsOf } from './rows.js'
import type { CodeLink } from './view.js'

/** A commit or a pull request, as it concerns one bug. */
export interface Mention {
  readonly item: CodeItem
  /** True if it names the bug; otherwise it did before. */
  readonly isNamed: boolean
  readonly closes: boolean
}

export interface Application {
  readonly bug: number
  readonly hook: Pick<Row<'code_hooks'>, 'id' | 'product_ids'>
  readonly repository: CodeRepository
  readonly mentions: readonly Mention[]
  /** False once closing bugs was refused. */
  readonly mayClose: boolean
  /** True if bugs are closed within the transaction by an update that records the changes of their links as well. */
  readonly isRecordedLater?: boolean
}

export interface Applied {
  readonly isFound: boolean
  /** True if all users can see the bug. */
  readonly isPublic: boolean
  readonly isOpen: boolean
  readonly mayCommentPrivately: boolean
  /** Links that the event made or changed, and others that it names. */
  readonly links: readonly { readonly id: number; readonly item: CodeItem; readonly isNew: boolean }[]
  /** Items without a link, because there are too many. */
  readonly over: readonly CodeItem[]
  readonly closing: readonly CodeItem[]
  /** Changes of links that the update that closes the bug must record. */
  readonly unrecorded: readonly ChangeEvent[]
}

const notFound: Applied = {
  ...{ isFound: false, isPublic: false, isOpen: false, mayCommentPrivately: false },
  ...{ links: [], over: [], closing: [], unrecorded: [] },
}

/** Of events of the same time, later states win. */
const ranks: Readonly<Record<LinkState, number>> = { open: 0, pushed: 0, draft: 1, closed: 2, merged: 3 }

/** No public operation: deliveries of hosts run it as the account of their hook. */
export const applyCode = defineWrite({
  name: 'codeLinks.apply',
  summary: 'Update the links of a bug',
  description: 'Updates the links of a bug from an event of a git host.',
  access: 'required',
  input: z.custom<Application>(),
  output: z.custom<Applied>(),
  async run(tx, input, call) {
    const bug = await findConcerned(tx, call, input)
    if (!bug) return notFound
    const mayBeClosed = input.mayClose && bug.is_open && !(await isLeftOpen(tx, call, bug.id))
    const applied = await applyMentions(tx, call, bug, input, mayBeClosed)
    const isPublic = bug.group_count === 0
    return { isFound: true, isPublic, isOpen: bug.is_open, mayCommentPrivately: call.who.isInsider, ...applied }
  },
})

/** The bug, if the account may see and edit it, and the hook is for its product. */
async function findConcerned(tx: Reader, call: Call, { bug: id, hook }: Application): Promise<BugRow | undefined> {
  const [bug] = await findBugs(tx, call, [id], 'id')
  if (!bug || bug instanceof TrackerError) return undefined
  const products = hook.product_ids as number[]
  if (products.length > 0 && !products.includes(bug.product_id)) return undefined
  const product = call.catalogue.products.get(bug.product_id)
  return product && mayEdit(call, product) ? bug : undefined
}

async function isLeftOpen(tx: Reader, call: Call, bugId: number): Promise<boolean> {
  const keyword = call.catalogue.keywords.named('leave-open')
  if (!keyword) return false
  const where = { and: [{ col: 'bug_id', eq: bugId } as const, { col: 'keyword_id', eq: keyword.id } as const] }
  return (await tx.count('bug_keywords', where)) > 0
}

async function applyMentions(
  tx: Writer,
  call: Call,
  bug: BugRow,
  { repository, hook, mentions, isRecordedLater = false }: Application,
  mayBeClosed: boolean,
): Promise<Pick<Applied, 'links' | 'over' | 'closing' | 'unrecorded'>> {
  const existing = await loadLinks(tx, bug.id, repository.id)
  const absent = mentions.flatMap(({ item, isNamed }) => (isNamed && !existing.has(keyOf(item)) ? [item] : []))
  const isGone = await loadRemoved(tx, { bugId: bug.id, repository: repository.id }, absent)
  const links: Applied['links'][number][] = []
  const [over, closing, changed]: [CodeItem[], CodeItem[], number[]] = [[], [], []]
  let isRemoved = false
  for (const { item, isNamed, closes } of mentions) {
    const before = existing.get(keyOf(item))
    if (before && !isNewer(item, before)) {
      if (isNamed) links.push({ id: before.id, item, isNew: false })
      continue
    }
    if (!isNamed) {
      if (before && mayGo(before, item)) {
        await tx.delete('code_links', { col: 'id', eq: before.id })
        await noteRemoved(tx, [{ ...before, changed_at: item.changedAt }])
        existing.delete(keyOf(item))
        isRemoved ||= !before.is_private
        continue
      }
    } else if (!before && isGone(item)) {
      continue
    } else if (!before && existing.size >= mostLinks) {
      over.push(item)
      continue
    }
    const isClosing = closes && mayBeClosed && !before?.has_closed && isStep(item, before)
    const has_closed = isClosing || before?.has_closed === true
    const after = { ...columnsOf(item, repository), has_closed }
    if (before && isSame(before, after)) {
      links.push({ id: before.id, item, isNew: false })
      continue
    }
    const id = before?.id ?? (await insertLink(tx, call, bug.id, hook.id, after))
    if (before) await tx.update('code_links', { col: 'id', eq: id }, after)
    existing.set(keyOf(item), { ...after, id, bug_id: bug.id, hook_id: hook.id } as CodeLink)
    links.push({ id, item, isNew: !before })
    changed.push(id)
    if (isClosing) closing.push(item)
  }
  const events = linkEvents(call, bug, { changed, isRemoved })
  const unrecorded = isRecordedLater && closing.length > 0 ? events : []
  if (unrecorded.length === 0) for (const event of events) call.recordChange(event)
  return { links, over, closing, unrecorded }
}

async function loadLinks(tx: Reader, bugId: number, repository: string): Promise<Map<string, CodeLink>> {
  const where = { and: [{ col: 'bug_id', eq: bugId } as const, { col: 'repository', eq: repository } as const] }
  return new Map((await tx.select({ from: 'code_links', where })).map((row) => [keyOf(row), row]))
}

function insertLink(
  tx: Writer,
  call: Call,
  bug_id: number,
  hook_id: number,
  columns: ReturnType<typeof columnsOf> & { readonly has_closed: boolean },
): Promise<number> {
  return insertOne(tx, 'code_links', { ...columns, bug_id, hook_id, attachment_id: null, creation_time: call.now })
}

function keyOf({ kind, ref }: { readonly kind: string; readonly ref: string }): string {
  return `${kind} ${ref}`
}

/** Merged pull requests stay merged, whatever an event says. */
function isNewer({ changedAt, kind, state }: CodeItem, before: CodeLink): boolean {
  if (kind === 'pull_request' && before.state === 'merged' && state !== 'merged') return false
  const difference = changedAt.getTime() - before.changed_at.getTime()
  return difference > 0 || (difference === 0 && ranks[state] >= ranks[before.state as LinkState])
}

/** A link stays if it was made by hand, is merged or has closed the bug. */
function mayGo(before: CodeLink, item: CodeItem): boolean {
  const isMerged = before.state === 'merged' || item.state === 'merged'
  return before.hook_id !== null && !isMerged && !before.has_closed && item.kind === 'pull_request'
}

/** A merge, or a commit that reaches a branch: a repeated event is not a step. */
function isStep(item: CodeItem, before: CodeLink | undefined): boolean {
  return !before || before.state !== item.state || (item.kind === 'commit' && before.branch !== item.branch)
}

function isSame(before: CodeLink, after: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(after).every(([column, value]) => {
    const old = before[column as keyof CodeLink]
    return old instanceof Date && value instanceof Date ? old.getTime() === value.getTime() : old === value
  })
}
