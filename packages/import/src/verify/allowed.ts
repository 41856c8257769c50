// Permitted differences between a bug here and at the source.
import { dayOf, timeOf } from '../bugzilla/times.js'

/** A value that differs. */
export interface ValuePair {
  /** Its owner: a bug, or a part of one. */
  readonly of: 'bug' | 'comment' | 'attachment' | 'flag' | 'history'
  /** The name of the field; that of the changed one where it is history. */
  readonly field: string
  /** Value at the source, undefined if absent; for history, a list of changes, each `REMOVED → ADDED`. */
  readonly there: unknown
  readonly here: unknown
}

/** Facts about both trackers. */
export interface Knowledge {
  /** Numbers of bugs that are not here. */
  readonly absent: ReadonlySet<number>
  /** The host part of login names that the source cuts off. */
  readonly emailDomain?: string | undefined
}

/** A permitted difference. */
export interface AllowedDifference {
  readonly name: string
  readonly reason: string
  readonly explains: (pair: ValuePair, known: Knowledge) => boolean
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
const isCustom = (field: string) => field.startsWith('cf_')
const textsOf = (value: unknown) => (isNothing(value) ? [] : (Array.isArray(value) ? value : [value]).map(String))
const sorted = (values: readonly string[]) => JSON.stringify([...values].sort())

/** The fields of bugs that name others. */
export const linkFields: ReadonlySet<string> = new Set(['depends_on', 'blocks', 'dupe_of'])

/** In this order: the first matching entry explains a difference. */
export const allowedDifferences: readonly AllowedDifference[] = [
  {
    name: 'nothing',
    reason: 'Some say null, some an empty text or list, and some leave it out; selects that are not set may say ---.',
    explains: ({ field, there, here }) =>
      isNothing(here) && (isNothing(there) || (isCustom(field) && (there === '---' || Number(there) === 0))),
  },
  {
    name: 'no place here',
    reason: 'The source has fields that bugs do not have here.',
    explains: ({ of, field, here }) => of !== 'history' && !isCustom(field) && here === undefined,
  },
  {
    name: 'not returned there',
    reason: 'Older servers do not return it.',
    explains: ({ of, field, there }) => of !== 'history' && !isCustom(field) && there === undefined,
  },
  {
    name: 'yes and no',
    reason: 'Some servers write 1 and 0.',
    explains: ({ there, here }) =>
      typeof here === 'boolean' &&
      (typeof there === 'number' || typeof there === 'string') &&
      Number(there) === Number(here),
  },
  {
    name: 'numbers',
    reason: 'Some servers write numbers as texts, and hours with their zeros.',
    explains: ({ of, there, here }) =>
      of !== 'history' && [there, here].some((value) => typeof value === 'number') && sameNumber(there, here),
  },
  {
    name: 'times',
    reason: 'Times of custom fields have no zone, or a blank within, on some servers.',
    explains: ({ there, here }) => timeOf(there) !== undefined && timeOf(there) === timeOf(here),
  },
  {
    name: 'days',
    reason: 'Days of custom fields are times on some servers.',
    explains: ({ of, field, there, here }) => of === 'bug' && isCustom(field) && isDayOf(there, here),
  },
  {
    name: 'texts',
    reason:
      'Line ends are one character here, texts do not end with spaces, and some control characters cannot be ' +
      'stored.',
    explains: ({ there, here }) => typeof there === 'string' && typeof here === 'string' && tidy(there) === tidy(here),
  },
  {
    name: 'one of a list',
    reason: 'Some servers return a single alias as a string, and some return lists in another order.',
    explains: ({ of, there, here }) =>
      of === 'bug' && Array.isArray(here) && sorted(textsOf(there)) === sorted(textsOf(here)),
  },
  {
    name: 'IDs of the configuration',
    reason: 'Flag types are identified by name; their IDs differ here.',
    explains: ({ of, field }) => of === 'flag' && field === 'type_id',
  },
  {
    name: 'logins',
    reason: 'The source cuts login names off at the @.',
    explains: ({ there, here }, { emailDomain }) =>
      emailDomain !== undefined && sorted(withDomain(there, here, emailDomain)) === sorted(textsOf(here)),
  },
  {
    name: 'links to bugs that are not here',
    reason: 'Bugs that were not moved cannot be linked to, and history does not name them.',
    explains: ({ of, field, there, here }, { absent }) =>
      linkFields.has(field) && sorted(kept(of, there, absent)) === sorted(kept(of, here, absent)),
  },
]

/** Value of a field here; for history, the change. */
function kept(of: ValuePair['of'], value: unknown, absent: Knowledge['absent']): string[] {
  const isHere = (id: string) => !absent.has(Number(id))
  if (of !== 'history') return textsOf(value).filter(isHere)
  const changes = textsOf(value).map((change) =>
    change
      .split(' → ')
      .map((ids) => ids.split(', ').filter(isHere).join(', '))
      .join(' → '),
  )
  return changes.filter((change) => change !== ' → ')
}

function sameNumber(there: unknown, here: unknown): boolean {
  const [one, other] = [there, here].map((value) => (isNothing(value) ? Number.NaN : Number(value)))
  return Math.abs((one as number) - (other as number)) < 0.005
}

/** Returns true if a date, as shown here, is a time there. */
function isDayOf(there: unknown, here: unknown): boolean {
  return timeOf(there) !== undefined && dayOf(String(there)) === here
}

function tidy(text: string): string {
  return (
    text
      .replaceAll(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, '')
      .trimEnd()
  )
}

/** Returns the names with their host part if they match those here. */
function withDomain(there: unknown, here: unknown, domain: string): string[] {
  const known = new Set(textsOf(here))
  return textsOf(there).map((name) => (known.has(name) ? name : `${name}@${domain}`))
}
