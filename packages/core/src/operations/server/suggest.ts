import * as z from 'zod'
import { bugIdIn } from '../../access/find-bugs.js'
import { visibleBugs, visibleUsers } from '../../access/visibility.js'
import type { Call } from '../../call/context.js'
import { maxId, word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { matchUsers } from '../../domain/users/match.js'
import type { Reader, Where } from '../../schema/index.js'
import { personIn, readHalfWritten, suggestTerms, termKinds, termOf } from '../../search/quicksearch/suggest.js'
import { fold } from '../../store/index.js'

const most = 20
/** Number of results reserved for terms, if there are any. */
const fewestTerms = 3
/** Number of words of the text that are searched. */
const mostWords = 5

const suggestion = z
  .object({
    kind: z.enum(['bug', ...termKinds]).meta({
      description: 'Kind: a bug, or the name of a field, a value or a user for the last term of a quicksearch.',
    }),
    text: z.string().meta({ description: 'Text to show: the summary of the bug, or the term.' }),
    insert: z.string().meta({ description: 'Complete text if it is selected; for a bug, its ID.' }),
    id: z.int().exactOptional().meta({ ref: 'bug', description: 'ID of the bug; absent for other kinds.' }),
  })
  .meta({ id: 'Suggestion', description: 'A suggestion for a search box.' })

type Suggestion = z.input<typeof suggestion>

export const suggest = defineRead({
  name: 'server.suggest',
  summary: 'Get suggestions for an incomplete search',
  description:
    'Returns suggestions for an incomplete text in a search box: bugs by ID, alias or words of the ' +
    'summary, newest first; then fields, values and, for logged-in callers, users that complete its last ' +
    'term as a quicksearch. Words require at least three characters, beginnings of terms two.',
  examples: [
    {
      title: 'Get suggestions for `blinks stat`',
      code: "const { suggestions } = await alice.server.suggest({ text: 'blinks stat' })",
    },
  ],
  access: 'optional',
  reads: 'scan',
  input: z.strictObject({
    text: word.meta({ description: 'The text so far, at most 1,000 characters.' }),
    limit: z.int().min(1).max(most).default(8).meta({ description: 'Maximum number of results, 1 to 20.' }),
  }),
  output: z.object({ suggestions: z.array(suggestion).meta({ description: 'Bugs first, then terms.' }) }),
  async run(tx, { text, limit }, call) {
    const terms = await findTerms(tx, call, text, limit)
    const bugs = await findBugs(tx, call, text, limit - Math.min(terms.length, fewestTerms, limit - 1))
    return { suggestions: [...bugs, ...terms].slice(0, limit) }
  },
})

async function findBugs(tx: Reader, call: Call, text: string, limit: number): Promise<Suggestion[]> {
  const named = bugsNamed(text)
  if (!named) return []
  const rows = await tx.select({
    from: 'bugs',
    where: { and: [named, visibleBugs(call)] },
    order: [{ col: 'id', desc: true }],
    limit,
    columns: ['id', 'summary'],
  })
  return rows.map(({ id, summary }) => ({ kind: 'bug', text: summary, insert: String(id), id }))
}

/** The bug with that ID, or with that alias, and those whose summary has all words that are long enough. */
function bugsNamed(text: string): Where<'bugs'> | undefined {
  const number = bugIdIn(text)
  if (number !== undefined) return number <= maxId ? { col: 'id', eq: number } : undefined
  const words = fold(text.trim()).split(/\s+/)
  const long = words.filter((one) => Array.from(one).length > 2 && !/[:"]/.test(one)).slice(0, mostWords)
  const inSummary = long.map((one): Where<'bugs'> => ({ col: 'summary_folded', contains: one }))
  const alias: Where<'bugs'>[] =
    words.length === 1 && words[0] ? [{ some: 'aliases', where: { col: 'alias_folded', eq: words[0] } }] : []
  const ways = [...alias, ...(inSummary.length > 0 ? [{ and: inSummary }] : [])]
  return ways.length === 0 ? undefined : { or: ways }
}

async function findTerms(tx: Reader, call: Call, text: string, limit: number): Promise<Suggestion[]> {
  const written = readHalfWritten(call, text)
  const ofSetUp = suggestTerms(call, written).slice(0, limit)
  const person = call.who.user && ofSetUp.length < limit ? personIn(written) : undefined
  const options = { among: visibleUsers(call), include_disabled: false, limit: limit - ofSetUp.length }
  const people = person ? await matchUsers(tx, person.name, options) : []
  const ofPeople = people.flatMap(({ login }) => {
    const term = termOf(person?.field ?? '', login)
    return term === undefined ? [] : [{ kind: 'person' as const, term }]
  })
  return [...ofSetUp, ...ofPeople].map(({ kind, term }) => ({ kind, text: term, insert: written.before + term }))
}
