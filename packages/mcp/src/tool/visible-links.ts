// With products out of reach, links to their bugs are left out, as links to hidden bugs are.
import type { Bug, Comment, HistoryEntry } from '@trackerkit/core'
import { bugField } from './references.js'
import type { Context } from './tool.js'

type Change = HistoryEntry['changes'][number]

/** One value of a field, which may link to a bug. */
type Link = readonly [field: string, value: string]

type IsShown = (...link: Link) => boolean

/** The last lines of the comments that the tracker adds to a duplicate and to its original. */
const duplicateLine =
  /\*\*\* (?:This bug has been marked as a duplicate of bug (\d{1,15})|Bug (\d{1,15}) has been marked as a duplicate of this bug\.) \*\*\*$/

/** Bugs that one search looks up. */
const mostIds = 500

/** Finds out which links lead to bugs that the assistant may see. */
export async function visibleLinks(context: Context, links: readonly Link[]): Promise<IsShown> {
  const { operations, products } = context
  if (!products || links.length === 0) return () => true
  const idOf = await linkReader(context)
  const ids = [...new Set(links.flatMap((link) => idOf(...link) ?? []))]
  const found = new Set<number>()
  for (let from = 0; from < ids.length; from += mostIds) {
    const criteria = { id: ids.slice(from, from + mostIds), product: products }
    const { bugs } = await operations.bugs.search({ ...criteria, include_fields: ['id'], limit: mostIds })
    for (const { id } of bugs) found.add(id)
  }
  return (...link) => {
    const id = idOf(...link)
    return id === undefined || found.has(id)
  }
}

async function linkReader({ operations }: Context): Promise<(...link: Link) => number | undefined> {
  const { fields } = await operations.fields.get({ include_fields: ['name', 'type'] })
  const custom = fields.flatMap(({ name, type }) => (type === bugField ? [name] : []))
  const names = new Set(['depends_on', 'blocks', 'dupe_of', ...custom])
  const { parameters } = await operations.parameters.get({ include_fields: ['urlbase'] })
  const urlbase = String(parameters['urlbase'] ?? '')
  const page = `${urlbase === '' || urlbase.endsWith('/') ? urlbase : `${urlbase}/`}show_bug.cgi?id=`
  return (field, value) => {
    const isLocal = field === 'see_also' && value.startsWith(page)
    if (field === 'comment') return numberIn(duplicateLine.exec(value)?.slice(1).join(''))
    return isLocal ? numberIn(value.slice(page.length)) : names.has(field) ? numberIn(value) : undefined
  }
}

function numberIn(text = ''): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

export function linksOfBug(bug: Bug): Link[] {
  return Object.entries(bug).flatMap(([field, value]) =>
    [value].flat().flatMap((one): Link[] => (isPlain(one) ? [[field, `${one}`]] : [])),
  )
}

const isPlain = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

export function linksOfChanges(changes: readonly Change[]): Link[] {
  return changes.flatMap(({ field_name, removed, added }) =>
    [...removed.split(', '), ...added.split(', ')].map((one): Link => [field_name, one]),
  )
}

export function bugWithout(bug: Bug, isShown: IsShown): Bug {
  const keep = (field: string) => (one: unknown) => !isPlain(one) || isShown(field, `${one}`)
  const entries = Object.entries(bug).map(([field, value]: [string, unknown]): [string, unknown] =>
    Array.isArray(value) ? [field, value.filter(keep(field))] : [field, keep(field)(value) ? value : null],
  )
  return Object.fromEntries(entries) as unknown as Bug
}

/** Omits changes of which nothing is left. */
export function changesWithout<C extends Change>(changes: readonly C[], isShown: IsShown): C[] {
  return changes.flatMap((change) => {
    const { field_name } = change
    const keep = (list: string) =>
      list
        .split(', ')
        .filter((one) => isShown(field_name, one))
        .join(', ')
    const [removed, added] = [keep(change.removed), keep(change.added)]
    const isHidden = removed === '' && added === '' && (change.removed !== '' || change.added !== '')
    return isHidden ? [] : [{ ...change, removed, added }]
  })
}

/** Words the line about a duplicate as for a hidden bug. */
export function commentWithout(comment: Comment, isShown: IsShown): Comment {
  if (isShown('comment', comment.text)) return comment
  const text = comment.text.replace(duplicateLine, (line) =>
    line.replace(/bug \d+/i, (name) => `${name[0] === 'B' ? 'A' : 'a'}nother bug`),
  )
  return { ...comment, text }
}
