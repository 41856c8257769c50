import type { ChangeEntry } from '@trackerkit/core'
import * as z from 'zod'
import { untrusted } from '../tool/answer.js'
import { within } from '../tool/bugs.js'
import { listOf, names } from '../tool/inputs.js'
import { newestChanges } from '../tool/newest-changes.js'
import { changedField } from '../tool/outputs.js'
import { defineTool, type Context } from '../tool/tool.js'
import { changesWithout, linksOfChanges, visibleLinks } from '../tool/visible-links.js'

export const recentChanges = defineTool({
  name: 'recent_changes',
  title: 'Recent changes',
  description:
    'The newest changes of bugs: filed, changed, commented. Of these the oldest comes first. Give `next` back as `since` to learn of what comes after.',
  input: z.strictObject({
    since: z.string().max(100).optional().describe('`next` of an earlier response. Default: the newest changes.'),
    product: names.optional().describe('Only of bugs of these products.'),
    limit: z.int().min(1).max(100).optional().describe('Maximum number of results, 50 by default.'),
  }),
  output: z.object({
    changes: z.array(
      z.object({
        time: z.string(),
        type: z.string(),
        who: z.union([z.string(), z.null()]),
        bug_id: z.union([z.int(), z.null()]).optional(),
        changes: z.array(changedField),
        comments: z.array(z.int()).describe('The numbers of the comments.'),
      }),
    ),
    next: z.string(),
    more: z.boolean().describe('There are changes after these.'),
    earlier: z.boolean().optional().describe('There are changes before these, without `since`.'),
  }),
  async run(context, { since, product, limit = 50 }) {
    const feed = context.operations.changes
    const filter = { product: within(context, listOf(product)), type: ['bug.created', 'bug.changed'] as const }
    if (since === undefined) {
      const { changes, isCut, next } = await newestChanges(feed, filter, limit)
      return { changes: await viewEntries(context, changes), next, more: false, earlier: isCut }
    }
    const { changes, next, more } = await feed.get({ ...filter, since, limit })
    return { changes: await viewEntries(context, changes), next, more }
  },
})

async function viewEntries(context: Context, entries: readonly ChangeEntry[]) {
  const isShown = await visibleLinks(
    context,
    entries.flatMap(({ changes }) => linksOfChanges(changes)),
  )
  return entries.flatMap((entry) => {
    const changes = changesWithout(entry.changes, isShown)
    const isHidden = entry.changes.length > 0 && changes.length === 0 && entry.comments.length === 0
    return isHidden ? [] : [viewEntry({ ...entry, changes })]
  })
}

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
