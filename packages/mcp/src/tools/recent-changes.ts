import type { ChangeEntry } from '@trackerkit/core'
import { z } from 'zod'
import { untrusted } from '../answer.js'
import { within } from '../bugs.js'
import { listOf, names } from '../inputs.js'
import { defineTool } from '../tool.js'

export const recentChanges = defineTool({
  name: 'recent_changes',
  title: 'Recent changes',
  description:
    'What happened to bugs, the oldest first: filed, changed, commented. Give `next` back as `since` to learn of what comes after.',
  input: z.object({
    since: z.string().max(100).optional().describe('What `next` of an earlier answer said. Default: all that is kept.'),
    product: names.optional().describe('Only of bugs of these products.'),
    limit: z.int().min(1).max(100).optional().describe('At most so many, 50 by default.'),
  }),
  async run(context, { since, product, limit = 50 }) {
    const { changes, next, more } = await context.operations.changes.get({
      since,
      product: within(context, listOf(product)),
      type: ['bug.created', 'bug.changed'],
      limit,
    })
    return { changes: changes.map(viewEntry), next, more }
  },
})

function viewEntry({ time, type, user, bug_id, changes, comments }: ChangeEntry) {
  return {
    time,
    type,
    who: user?.name ?? null,
    bug_id,
    changes: changes.map(({ field_name, removed, added }) => ({
      field_name,
      removed: untrusted(removed),
      added: untrusted(added),
    })),
    comments: comments.map(({ id }) => id),
  }
}
