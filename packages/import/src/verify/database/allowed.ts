// Differences that the import makes on purpose, each with its reason.
import { fold } from '@trackerkit/core/store'

/** The values of both sides at one place of a bug. */
export interface Pair {
  readonly bug: number
  readonly place: string
  /** Undefined: nothing is there. */
  readonly there: string | undefined
  readonly here: string | undefined
}

interface Allowed {
  readonly name: string
  readonly explains: (pair: Pair, source: SourceLinks) => boolean
}

/** The bugs of the source, and their dependencies. */
export interface SourceLinks {
  readonly bugs: ReadonlySet<number>
  readonly dependsOn: ReadonlyMap<number, readonly number[]>
}

const hour = 3_600_000
const longestText = 10_000_000
/** The names of groups and the like, which differ in more than case here. */
const renamed: ReadonlySet<string> = new Set(['keywords', 'groups', 'product', 'component'])
const person = /(?:^|: )(?:creator|assigned_to|qa_contact)$/
const invalid = /^user-\d+@source\.invalid$/

export const allowed: readonly Allowed[] = [
  {
    name: 'an account that is gone is a disabled one',
    explains: ({ place, there, here }) => person.test(place) && there === '' && invalid.test(here ?? ''),
  },
  {
    name: 'of two equal logins, one has its ID',
    explains: ({ place, there, here }) => person.test(place) && (here ?? '').startsWith(`${there} (`),
  },
  {
    name: 'of two equal names, one has its ID',
    explains: ({ place, there, here }) => renamed.has(place) && withoutIds(here) === there,
  },
  {
    name: 'a text of more than ten million characters is cut',
    explains: ({ place, there = '', here }) => place.endsWith(': text') && there.slice(0, longestText) === here,
  },
  {
    name: 'people who are gone are listed here',
    explains: ({ place, there, here }) => place === 'cc' && withoutInvalid(here) === there,
  },
  {
    name: 'a product that is gone is Lost',
    explains: ({ place, there, here }) => place === 'product' && there === '' && here === 'Lost',
  },
  {
    name: 'a component that is gone has its ID',
    explains: ({ place, there, here }) =>
      place === 'component' && there === '' && (here ?? '').startsWith('component '),
  },
  {
    name: 'a blank value is named',
    explains: ({ place, there, here }) =>
      (place === 'version' || place === 'target_milestone' || here === '---') && there === '' && here !== '',
  },
  {
    name: 'a resolution fits the status',
    explains: ({ place, there, here }) =>
      place === 'resolution' && (here === '' || (here === 'INVALID' && (there === '' || there === 'DUPLICATE'))),
  },
  { name: 'a bug that is no duplicate names none', explains: ({ place, here }) => place === 'dupe_of' && here === '' },
  { name: 'what is no time has another', explains: ({ place, there }) => /time$/.test(place) && there === '' },
  {
    name: 'clocks showed a time twice',
    explains: ({ place, there, here }) =>
      /time$/.test(place) && Math.abs(Date.parse(there ?? '') - Date.parse(here ?? '')) === hour,
  },
  {
    name: 'contents that are not in the database',
    explains: ({ place, there }) => place.endsWith(': content') && there === undefined,
  },
  { name: 'links in circles, and to bugs that are gone, are left out', explains: isLinkLeftOut },
  {
    name: 'an alias that cannot be one is left out',
    explains: ({ place, there = '', here = '' }) => place === 'alias' && areUnusable(there, here),
  },
]

function withoutIds(list = ''): string {
  const names = list.split(', ').map((name) => name.replace(/ \(\d+\)$/, ''))
  return names.join(', ')
}

function areUnusable(there: string, here: string): boolean {
  const kept = new Set(here.split(', '))
  const missing = there.split(', ').filter((alias) => !kept.has(alias))
  const folded = new Set([...kept].map(fold))
  return missing.every(
    (alias) => folded.has(fold(alias)) || alias.length > 40 || /^(?:count|trend|#?\d+)$|[\s,]/i.test(alias),
  )
}

function withoutInvalid(list = ''): string {
  return list
    .split(', ')
    .filter((login) => !invalid.test(login))
    .join(', ')
}

function isLinkLeftOut({ bug, place, there = '', here = '' }: Pair, source: SourceLinks): boolean {
  if (place !== 'depends_on') return false
  const kept = new Set(here.split(', '))
  const [before, after] = [there, here].map((list) => list.split(', ').filter((id) => id !== ''))
  if (after?.some((id) => !before?.includes(id))) return false
  return (before ?? [])
    .filter((id) => !kept.has(id))
    .every((id) => Number(id) < 1 || !source.bugs.has(Number(id)) || leadsBack(Number(id), bug, source))
}

/** Returns true if a bug depends on another, directly or indirectly. */
function leadsBack(from: number, to: number, { dependsOn }: SourceLinks): boolean {
  const reached = new Set([from])
  for (const bug of reached) for (const next of dependsOn.get(bug) ?? []) reached.add(next)
  return reached.has(to)
}
