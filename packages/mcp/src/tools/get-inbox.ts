import type { InboxItem } from '@trackerkit/core'
import * as z from 'zod'
import { untrusted } from '../tool/answer.js'
import { within } from '../tool/bugs.js'
import { listOf, names } from '../tool/inputs.js'
import { requireKnownValues } from '../tool/known-values.js'
import { untrustedText } from '../tool/outputs.js'
import { defineTool, type Context } from '../tool/tool.js'

const states = ['unread', 'later', 'done', 'all'] as const
const reasons = ['mentioned', 'asked', 'assigned', 'role', 'followed'] as const

const line = z.object({
  bug: z.object({
    id: z.int(),
    summary: untrustedText,
    product: z.string(),
    component: z.string(),
    status: z.string(),
    resolution: z.string(),
  }),
  reasons: z.array(z.enum(reasons)),
  time: z.string(),
  by: z.union([z.string(), z.null()]).describe('A login.'),
  comments: z.int().describe('New comments by others.'),
  changes: z.int().describe('New changes by others.'),
  first_comment: z.union([z.int(), z.null()]).describe('The number of the first new comment.'),
  is_new: z.boolean().describe('The bug itself is new.'),
  is_unread: z.boolean(),
  later_until: z.union([z.string(), z.null()]),
})

export const getInbox = defineTool({
  name: 'get_inbox',
  title: 'The inbox of the account',
  description:
    'Bugs with comments and changes by others that concern the account in use, newest first. Marks nothing as read.',
  input: z.strictObject({
    state: z.enum(states).optional().describe('Lines that are unread (default), put off, done, or all of them.'),
    reason: z.enum(reasons).optional().describe('Only lines with this reason.'),
    product: names.optional().describe('Only bugs of these products.'),
    limit: z.int().min(1).max(100).optional().describe('Maximum number of lines, 20 by default.'),
  }),
  output: z.object({ lines: z.array(line), more: z.boolean().describe('There are older lines.') }),
  async run(context, { state, reason, product, limit = 20 }) {
    const products = within(context, listOf(product))
    await requireKnownValues(context, { product })
    const pages = []
    for (const name of products ?? [undefined])
      pages.push(await loadPage(context, { state, reason, limit, product: name }))
    // A product may be named twice.
    const byBug = new Map(pages.flatMap((page) => page.items).map((item) => [item.bug.id, item]))
    const items = [...byBug.values()].toSorted((a, b) => new Date(b.time).getTime() - new Date(a.time).getTime())
    const more = items.length > limit || pages.some(({ next }) => next !== null)
    return { lines: items.slice(0, limit).map(viewLine), more }
  },
})

type Page = Awaited<ReturnType<Context['operations']['inbox']['get']>>
type Wanted = NonNullable<Parameters<Context['operations']['inbox']['get']>[0]>

/** A product that these tools are limited to and that the account cannot see has no lines. */
async function loadPage({ operations }: Context, wanted: Wanted): Promise<Pick<Page, 'items' | 'next'>> {
  try {
    return await operations.inbox.get(wanted)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'object_does_not_exist')
      return { items: [], next: null }
    throw error
  }
}

function viewLine({ bug, by, ...item }: InboxItem) {
  const { id, summary, product, component, status, resolution } = bug
  const { reasons, time, comments, changes, first_comment, is_new, is_unread, later_until } = item
  return {
    bug: { id, summary: untrusted(summary), product, component, status, resolution },
    by: by?.name ?? null,
    reasons,
    time,
    comments,
    changes,
    first_comment,
    is_new,
    is_unread,
    later_until,
  }
}
