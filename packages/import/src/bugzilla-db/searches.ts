// Saved searches and reports of accounts.
import { fold } from '@trackerkit/core/store'
import { allRows, leaveOut, leaveOutCounted, lineOf, textOf, type Reading } from './context.js'
import type { DbRow } from './connect.js'
import { ofPeople } from './of-people.js'
import type { People } from './people.js'
import { numberOf, plainText } from './text.js'
import type { RecordOf } from '../passes/record-of.js'

type Search = NonNullable<RecordOf<'personal'>['saved_searches']>[number]

export interface Searches {
  /** By account. */
  readonly records: ReadonlyMap<number, readonly Search[]>
  /** Returns the name here of a search of an account. */
  nameOf(user: number, name: string): string | undefined
}

export async function readSearches(reading: Reading, people: People): Promise<Searches> {
  const queries = await ofPeople(reading, people, 'namedqueries', 'userid', ['id'])
  const shares = await readShares(
    reading,
    people,
    new Set([...queries.values()].flat().map((row) => numberOf(row['id']))),
  )
  const reports = await ofPeople(reading, people, 'reports', 'user_id', ['id'])
  const records = new Map<number, Search[]>()
  const renamed = new Map<string, string>()
  for (const [table, kind, rows] of [
    ['namedqueries', 'search', queries],
    ['reports', 'report', reports],
  ] as const)
    for (const [user, own] of rows) {
      const names = new Set<string>()
      for (const row of own) {
        const search = searchOf(reading, row, kind, names, shares.get(numberOf(row['id'])))
        if (!search) {
          leaveOutCounted(reading, table, 'a search without criteria is omitted')
          continue
        }
        records.set(user, [...(records.get(user) ?? []), search])
        if (kind !== 'search') continue
        const name = plainText(row['name'])
        renamed.set(`${user} ${name}`, search.name)
        const folded = `${user} ${fold(name)}`
        if (!renamed.has(folded)) renamed.set(folded, search.name)
      }
    }
  // Most databases find a search also by a name in another case.
  const nameOf = (user: number, name: string) => renamed.get(`${user} ${name}`) ?? renamed.get(`${user} ${fold(name)}`)
  return { records, nameOf }
}

/** The groups with which searches are shared: one for each search. */
async function readShares(
  reading: Reading,
  people: People,
  known: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string>> {
  const { ledger, addNote } = reading
  const shares = new Map<number, string[]>()
  for (const row of await allRows(reading, 'namedquery_group_map', ['namedquery_id', 'group_id'])) {
    const [query, group] = [numberOf(row['namedquery_id']), people.groupNames.get(numberOf(row['group_id']))]
    const isKnown = group !== undefined && known.has(query)
    if (isKnown) ledger.add('namedquery_group_map', 'brought')
    else leaveOut(reading, 'namedquery_group_map', 'a share of a missing search, or with a missing group, is left out')
    if (isKnown) shares.set(query, [...(shares.get(query) ?? []), group])
  }
  const firsts = new Map<number, string>()
  for (const [query, groups] of shares) {
    const [first = '', ...others] = groups.toSorted()
    firsts.set(query, first)
    if (others.length > 0)
      addNote({
        kind: 'saved_search',
        id: query,
        problem: `it is shared with ${first} only here, not with ${others.join(', ')}`,
      })
  }
  const footer = (await allRows(reading, 'namedqueries_link_in_footer', ['namedquery_id'])).length
  ledger.add('namedqueries_link_in_footer', 'mended', footer)
  if (footer > 0)
    addNote({ kind: 'saved_search', id: 'footer', problem: `${footer} links in the footer have no counterpart` })
  return firsts
}

const longestName = 64

function searchOf(
  reading: Reading,
  row: DbRow,
  kind: 'search' | 'report',
  names: Set<string>,
  shared: string | undefined,
): Search | undefined {
  const owner = { kind: 'saved_search', id: numberOf(row['id']) }
  const query = cleanQuery(textOf(reading, row['query'], owner, 'query').trim())
  if (query === '' || query.length > 65_535) return undefined
  const given = lineOf(reading, row['name'], owner, 'name') || `search ${owner.id}`
  let name = given.slice(0, longestName)
  for (let count = 2; names.has(fold(name)); count++) {
    const end = ` (${count})`
    name = given.slice(0, longestName - end.length) + end
  }
  if (name !== given)
    reading.addNote({ ...owner, problem: `its name '${given}' is too long or taken; it is '${name}' here` })
  names.add(fold(name))
  return { name, query, kind, shared_with: shared ?? null }
}

/** They have no effect in stored queries. */
const ofPages = ['token', 'list_id', 'cmdtype', 'remaction', 'namedcmd', 'known_name', 'query_based_on']

function cleanQuery(query: string): string {
  const kept = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(query))
    if (value !== '' && !ofPages.includes(name)) kept.append(name, value)
  return kept.toString()
}
