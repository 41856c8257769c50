import * as z from 'zod'
import type { Call } from '../../call/context.js'
import { count, word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import type { Reader, Row, Where } from '../../schema/index.js'
import { createBudget } from '../../search/condition/budget.js'
import { fold, pagesOf, type PlainWhere } from '../../store/index.js'
import { readableComments } from '../../domain/comments/find.js'
import { requireTagger } from '../../domain/comments/tags.js'

/** Tags in an answer. */
const most = 1000

/** Tags that are counted: no more can be asked for at once. */
const mostNames = 10_000

const rowsAtOnce = 1000

// Contract: Comments, Search Comment Tags.
export const searchCommentTags = defineRead({
  name: 'comments.searchTags',
  summary: 'Find comment tags by part of the name',
  description:
    'Returns the comment tags in use whose name contains a text, most used first.\n\n' +
    'Comments that the caller cannot see do not count.\n\n' +
    'Fails with `auth_failure` outside comment_taggers_group; `param_required` without query; ' +
    '`search_too_much_text` for tags that are used too often to be counted.',
  errors: ['login_required', 'comment_tag_disabled', 'auth_failure', 'param_required', 'search_too_much_text'],
  examples: [
    { title: 'Tags that begin like spam', code: "const tags = await alice.comments.searchTags({ query: 'spa' })" },
  ],
  access: 'required',
  reads: 'scan',
  input: z.strictObject({
    query: word.meta({ description: 'Part of the name, ignoring case.' }),
    limit: count.default(10).meta({ description: 'Maximum number of results. 0 and more than 1,000 mean 1,000.' }),
  }),
  output: z.array(z.string()),
  async run(tx, { query, limit }, call) {
    requireTagger(call)
    const used = [...(await countUses(tx, call, query)).values()]
    // Of those that are used equally often, the order of their names stays.
    const byUse = used.toSorted((a, b) => b.uses - a.uses)
    return byUse.slice(0, limit === 0 ? most : Math.min(limit, most)).map(({ tag }) => tag)
  },
})

interface Used {
  /** As on the first of the comments. */
  tag: string
  uses: number
}

/** The tags that are on comments which the caller may see, in the order of their names. */
async function countUses(tx: Reader, call: Call, text: string): Promise<Map<string, Used>> {
  const isShown = { some: 'comment', where: readableComments(call) } as const
  const names = await tx.select({
    from: 'comment_tag_weights',
    where: {
      and: [
        { col: 'tag_folded', contains: fold(text.trim()) },
        { some: 'uses', where: isShown },
      ],
    },
    columns: ['tag_folded'],
    limit: mostNames,
  })
  const used = new Map(names.map(({ tag_folded }) => [tag_folded, { tag: '', uses: 0 }]))
  const ofNames: Where<'comment_tags'> = { and: [{ col: 'tag_folded', in: [...used.keys()] }, isShown] }
  const budget = createBudget(call.timeBudget)
  const query = {
    from: 'comment_tags',
    by: ['comment_id', 'tag_folded'],
    where: ofNames as PlainWhere,
    limit: rowsAtOnce,
  }
  for await (const page of pagesOf(tx, query)) {
    const rows = page as unknown as Row<'comment_tags'>[]
    budget.takeRows(rows.length, { field: 'query', values: [text] })
    for (const { tag, tag_folded } of rows) {
      const known = used.get(tag_folded)
      if (known) used.set(tag_folded, { tag: known.uses === 0 ? tag : known.tag, uses: known.uses + 1 })
    }
  }
  return used
}
