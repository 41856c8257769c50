import * as z from 'zod'
import { visibleBugs } from '../../access/visibility.js'
import type { Call } from '../../call/context.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { trimmed } from '../../kernel/scan.js'
import { fieldFilter, oneOrMany, wholeText, word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import type { Reader, Where } from '../../schema/index.js'
import { walkPage } from '../../search/compile/walk.js'
import { chooseWay } from '../../search/compile/way.js'
import { fold } from '../../store/index.js'
import { bug } from '../../domain/bugs/fields/bug.js'
import { followLinks, type Link } from '../../domain/bugs/rules/chains.js'
import { loadBugViews } from '../../domain/bugs/view/load.js'

const most = 25
/** Only the newest of many bugs that share a word with the summary are compared, and all that share every word. */
const mostCompared = 2000
const mostWords = 20
/** A chain of duplicates with more links is found by reading all links that there are. */
const mostSteps = 20

export const possibleDuplicates = defineRead({
  name: 'bugs.possibleDuplicates',
  summary: 'Find possible duplicates of a new bug',
  description:
    'Returns bugs that a new bug might duplicate: those whose summaries share words with its summary.\n\n' +
    'Those that share the most words are first, newest first among equals. In place of a duplicate, the ' +
    'original is returned.\n\n' +
    'Fails with `param_required` without a summary.',
  errors: ['param_required'],
  examples: [
    {
      title: 'Find possible duplicates of a new bug',
      code: "const { bugs } = await alice.bugs.possibleDuplicates({ summary: 'It blinks at night', product: 'Widgets' })",
    },
  ],
  access: 'optional',
  reads: 'scan',
  filters: 'bugs',
  input: z.strictObject({
    summary: wholeText.meta({
      description:
        'Summary of the new bug. Words of at least three characters are compared, ignoring punctuation ' +
        'around them.',
    }),
    product: oneOrMany(word).optional().meta({ description: 'Products of the bugs. Defaults to all.' }),
    limit: z.int().min(1).default(most).meta({ description: 'Maximum number of results, at most 25. Defaults to 25.' }),
    ...fieldFilter,
  }),
  output: z.object({ bugs: z.array(bug).meta({ description: 'Bugs, most similar first.' }) }),
  async run(tx, input, call) {
    const words = wordsOf(input.summary)
    const within = input.product === undefined ? { and: [] } : productsNamed(call, input.product)
    const similar = await findSimilar(tx, words, { and: [visibleBugs(call), within] })
    const ranks = await ranksOfTargets(tx, call, similar)
    const ranked = [...ranks].toSorted(([a, rankOfA], [b, rankOfB]) => rankOfB - rankOfA || b - a)
    const best = ranked.slice(0, Math.min(input.limit, most)).map(([id]) => id)
    const rows = await tx.select({ from: 'bugs', where: { and: [{ col: 'id', in: best }, visibleBugs(call)] } })
    const shown = rows.toSorted((a, b) => best.indexOf(a.id) - best.indexOf(b.id))
    return { bugs: await loadBugViews(tx, call, shown, createFieldFilter(input)) }
  },
})

function wordsOf(summary: string): string[] {
  const words = summary.split(/\s+/).map((word) => fold(trimmed(word, isPunctuation)))
  return [...new Set(words.filter((word) => Array.from(word).length > 2))].slice(0, mostWords)
}

function isPunctuation(character: string): boolean {
  return !/[\p{L}\p{N}]/u.test(character)
}

function productsNamed({ catalogue }: Call, names: string | readonly string[]): Where<'bugs'> {
  const ids = [names].flat().flatMap((name) => catalogue.products.named(name)?.id ?? [])
  return { col: 'product_id', in: ids }
}

interface Similar {
  readonly id: number
  readonly dupe_of: number | null
  /** How many words it shares. */
  readonly rank: number
}

async function findSimilar(tx: Reader, words: readonly string[], within: Where<'bugs'>): Promise<Similar[]> {
  const shared = words.map((word): Where<'bugs'> => ({ col: 'summary_folded', contains: word }))
  if (words.length === 0) return []
  const order = [{ col: 'id', desc: true } as const]
  const columns = ['id', 'summary_folded', 'dupe_of'] as const
  const newest = (where: Where<'bugs'>, limit: number) =>
    tx.select({ from: 'bugs', where: { and: [where, within] }, order, limit, columns })
  const { wanted, isCommon } = await chooseWay(tx, { or: shared })
  const page = { wanted, visible: within, beyond: undefined, order, offset: 0, limit: mostCompared }
  const walked = isCommon ? await walkPage(tx, page) : undefined
  const some = walked
    ? await tx.select({ from: 'bugs', where: { col: 'id', in: walked }, columns })
    : await newest(wanted, mostCompared)
  const rows = [...(await newest({ and: shared }, most)), ...some]
  return rows.map(({ id, dupe_of, summary_folded }) => ({
    id,
    dupe_of,
    rank: words.filter((word) => summary_folded.includes(word)).length,
  }))
}

/** The bugs that are meant in the end, each with the best rank of those that lead to it. Hidden bugs are on no way. */
async function ranksOfTargets(tx: Reader, call: Call, similar: readonly Similar[]): Promise<Map<number, number>> {
  const best = similar.toSorted((a, b) => b.rank - a.rank || b.id - a.id)
  const ways = await followLinks(
    best.filter(({ dupe_of }) => dupe_of !== null).map(({ id }) => id),
    async (from) => {
      const which: Where<'bugs'> = from ? { col: 'id', in: from } : { col: 'dupe_of', gt: 0 }
      const where: Where<'bugs'> = {
        and: [which, visibleBugs(call), { some: 'duplicate_of', where: visibleBugs(call) }],
      }
      const rows = await tx.select({ from: 'bugs', where, columns: ['id', 'dupe_of'] })
      return rows.map(({ id, dupe_of }): Link => [id, dupe_of as number])
    },
    mostSteps,
  )
  const ranks = new Map<number, number>()
  for (const { id, rank } of best) {
    const target = targetOf(id, ways)
    if (!ranks.has(target)) ranks.set(target, rank)
  }
  return ranks
}

/** Where a chain of duplicates ends. */
function targetOf(start: number, ways: ReadonlyMap<number, ReadonlySet<number>>): number {
  const seen = new Set<number>()
  for (let id = start; ;) {
    seen.add(id)
    const [next] = ways.get(id) ?? []
    if (next === undefined || seen.has(next)) return id
    id = next
  }
}
