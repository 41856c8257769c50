import * as z from 'zod'
import { requireProduct } from '../../access/products.js'
import { visibleBugs } from '../../access/visibility.js'
import { requireUser, type Call } from '../../call/context.js'
import { count, word } from '../../call/define/inputs.js'
import { defineRead, problem } from '../../call/define/operation.js'
import { loadBugViews } from '../../domain/bugs/view/load.js'
import { inboxStates, type Position } from '../../domain/inbox/candidates.js'
import { loadHorizon } from '../../domain/inbox/horizon.js'
import type { Line } from '../../domain/inbox/line.js'
import { countUnread, findLines } from '../../domain/inbox/lines.js'
import { reasonNames } from '../../domain/inbox/reasons.js'
import { seenOf } from '../../domain/visits/record-seen.js'
import { loadPeople } from '../../domain/users/load-people.js'
import { showPerson, shownPerson } from '../../domain/users/shown-person.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import type { Reader } from '../../schema/index.js'

/** Unread lines that are counted, and lines of one page. */
const [mostCounted, mostItems] = [100, 100]

const bugFields = createFieldFilter({
  include_fields: ['id', 'summary', 'product', 'component', 'status', 'resolution', 'is_open'],
})

const inboxBug = z
  .object({
    id: z.int().meta({ ref: 'bug', description: 'ID of the bug.' }),
    summary: z.string().meta({ description: 'Summary.' }),
    product: z.string().meta({ description: 'Product of the bug.' }),
    component: z.string().meta({ description: 'Component of the bug.' }),
    status: z.string().meta({ description: 'Status of the bug.' }),
    resolution: z.string().meta({ description: 'Resolution; empty for an open bug.' }),
    is_open: z.boolean().meta({ description: 'Whether its status is an open one.' }),
  })
  .meta({ id: 'InboxBug', description: 'A bug in a line of the inbox.' })

const inboxItem = z
  .object({
    bug: inboxBug.meta({ description: 'The bug.' }),
    reasons: z.array(z.enum(reasonNames)).meta({ description: 'Why the bug is in the inbox.' }),
    time: z.date().meta({
      description: 'Time of the last new activity of others; if the line is done, of their last activity.',
    }),
    by: shownPerson
      .nullable()
      .meta({ description: 'User of that activity; null if the line only returned at its time.' }),
    comments: z.int().meta({ description: 'Number of new comments by others.' }),
    changes: z.int().meta({ description: 'Number of new changes by others.' }),
    first_comment: z
      .int()
      .nullable()
      .meta({ description: 'Number within the bug of the first new comment; null without one.' }),
    later_until: z.date().nullable().meta({ description: 'Time until which the line is snoozed; null if it is not.' }),
    is_new: z.boolean().meta({ description: 'Whether the bug itself is new.' }),
    is_unread: z.boolean().meta({ description: 'Whether the line is unread.' }),
    is_followed: z.boolean().meta({ description: 'Whether the caller follows the bug itself.' }),
    following: z.boolean().nullable().meta({
      description: 'Whether the caller follows the bug (true), muted it (false), or neither.',
    }),
    following_off: z.boolean().meta({ description: 'Whether the caller stopped following the bug.' }),
    seen: z.string().meta({ description: 'The state that the line shows, for `inbox.update`. Opaque.' }),
  })
  .meta({ id: 'InboxItem', description: 'A bug with something that concerns the caller.' })

type InboxItem = z.output<typeof inboxItem>

const cursor = word
  .refine(
    (text) => positionOf(text) !== undefined,
    problem('param_invalid', { accepted: '`next` of an earlier response' }),
  )
  .optional()

export const getInbox = defineRead({
  name: 'inbox.get',
  summary: 'Get the lines of your inbox',
  description:
    'Returns the bugs with comments and changes by others that concern the caller, newest first, one line for each bug. ' +
    'Bugs concern you if you have a role, are mentioned or asked, follow the bug, or follow its product or component.\n\n' +
    'Everything is checked when you read: lines contain only bugs, comments and changes that you can see at that time. A ' +
    'line remains unread while a flag waits for you. Changes older than 90 days are not included, nor, until you first mark ' +
    'everything as done, those older than 14 days.\n\n' +
    'Fails with `object_does_not_exist` for a product that the caller cannot see.',
  errors: ['login_required', 'object_does_not_exist', 'param_invalid', 'param_must_be_numeric'],
  examples: [
    { title: 'The unread lines', code: 'const { items, count } = await alice.inbox.get()' },
    { title: 'Only the number of unread lines', code: 'const { count } = await alice.inbox.get({ limit: 0 })' },
  ],
  access: 'required',
  input: z.strictObject({
    state: z
      .enum(inboxStates)
      .default('unread')
      .meta({ description: 'Lines that are unread, put off, done, or all of them.' }),
    reason: z.enum(reasonNames).optional().meta({ description: 'Only lines with this reason.' }),
    product: word.optional().meta({ description: 'Only bugs in this product.' }),
    limit: count
      .refine((value) => value <= mostItems, problem('param_invalid', { accepted: `0 to ${mostItems}` }))
      .default(50)
      .meta({ description: 'Maximum number of lines, 0 to 100. 0: only the count.' }),
    cursor: cursor.meta({ description: '`next` of an earlier response, to continue after it.' }),
  }),
  output: z.object({
    items: z.array(inboxItem).meta({ description: 'Lines, newest first.' }),
    count: z.int().meta({ description: 'Number of unread lines, regardless of the filters. 100 means 100 or more.' }),
    next: z.string().nullable().meta({
      description: 'Cursor of the next page; null on the last one. A page can have fewer lines than the limit.',
    }),
    newest: z.string().nullable().meta({
      description:
        'The time of the last change of the lines, in ISO format with milliseconds, for `all_until` of `inbox.update`; null without lines.',
    }),
  }),
  async run(tx, { state, reason, product, limit, cursor: from }, call) {
    const productId = product === undefined ? undefined : requireProduct(call, product, 'product').id
    const horizon = await loadHorizon(tx, call, requireUser(call.who).id)
    if (limit === 0)
      return { items: [], count: await countUnread(tx, call, horizon, mostCounted), next: null, newest: null }
    const unread = await findLines(tx, call, { state: 'unread', horizon }, { limit: mostCounted })
    const isPlain = state === 'unread' && !reason && productId === undefined && from === undefined
    const after = from === undefined ? undefined : positionOf(from)
    const wanted = { state, horizon, reasons: reason && [reason], productId }
    const page = isPlain ? unread : await findLines(tx, call, wanted, { after, limit })
    const lines = page.lines.slice(0, limit)
    const next = page.lines.length > limit ? lines.at(-1)?.position : page.next
    return {
      items: await viewItems(tx, call, lines),
      count: unread.lines.length,
      next: next ? `${next.at.getTime()}.${next.bug_id}` : null,
      newest: newestOf(lines, unread.lines)?.toISOString() ?? null,
    }
  },
})

/** Also after the times at which unread lines came back, of all pages: marking everything as done ends them too. */
function newestOf([first]: readonly Line[], unread: readonly Line[]): Date | undefined {
  if (!first) return undefined
  const times = [first.position.at, ...unread.flatMap((line) => line.later_until ?? [])]
  return new Date(Math.max(...times.map(Number)))
}

function positionOf(text: string): Position | undefined {
  const [, at, id] = /^(\d{1,16})\.(\d{1,10})$/.exec(text) ?? []
  return at === undefined || Number(at) > 8.64e15 ? undefined : { at: new Date(Number(at)), bug_id: Number(id) }
}

async function viewItems(tx: Reader, call: Call, lines: readonly Line[]): Promise<InboxItem[]> {
  if (lines.length === 0) return []
  const where = { and: [{ col: 'id', in: lines.map((line) => line.bug_id) } as const, visibleBugs(call)] }
  const rows = await tx.select({ from: 'bugs', where })
  const views = await loadBugViews(tx, call, rows, bugFields)
  const bugs = new Map(rows.map((row, index) => [row.id, { view: views[index] as InboxItem['bug'], row }]))
  const people = await loadPeople(
    tx,
    call,
    lines.flatMap((line) => line.by ?? []),
  )
  return lines.flatMap(({ position: _, bug_id, time, by, reasons, ...line }): InboxItem[] => {
    const bug = bugs.get(bug_id)
    const person = by === null ? undefined : people.get(by)
    if (!bug) return []
    const shown = person ? showPerson(call, person) : null
    return [{ ...line, bug: bug.view, reasons: [...reasons], time, by: shown, seen: seenOf(bug.row) }]
  })
}
