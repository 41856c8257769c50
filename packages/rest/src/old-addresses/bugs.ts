// Bugs, attachments and the form for new bugs.
import { apiNameOf, operations } from '@trackerkit/core/operations'
import { namesOf } from '../http/request/coerce.js'
import { gone, idsIn, segment, withQuery, type OldRequest, type Outcome, type Resolve } from './outcome.js'

export const bugAsXml = gone(
  'Bugs are not exported as XML.\nUse GET /rest/bug/ID, /rest/bug/ID/comment and /rest/bug/ID/attachment.',
)

export const showBug: Resolve = (request) => {
  const { query, hasPages } = request
  if (query.get('ctype') === 'xml') return bugAsXml(request)
  const [first, ...others] = idsIn(query)
  if (first === undefined) return hasPages ? { to: '' } : undefined
  if (hasPages && others.length > 0) return { to: withQuery('bugs', [['id', [first, ...others].join(',')]]) }
  const bug = segment(first)
  if (bug === undefined) return undefined
  return {
    to: hasPages
      ? `bug/${bug}`
      : withQuery(
          `rest/bug/${bug}`,
          others.map((id) => ['ids', id]),
        ),
  }
}

/** A page of the bug that is named by a parameter. */
export const pageOfBug =
  (name: string, below = ''): Resolve =>
  ({ query, hasPages }) => {
    const [first] = idsIn(query, name)
    const bug = first === undefined ? undefined : segment(first)
    return hasPages && bug !== undefined ? { to: `bug/${bug}${below}` } : undefined
  }

const bugOfAttachment = pageOfBug('bugid')

export const showAttachment: Resolve = (request) => {
  const { query, hasPages, isBrowser } = request
  const action = query.get('action')
  if (action === 'enter' || action === 'viewall') return bugOfAttachment(request)
  const id = query.get('id') ?? query.get('newid')
  if (id === null || !/^\d{1,9}$/.test(id)) return undefined
  if (!hasPages) return { to: `rest/bug/attachment/${id}/data` }
  const isContent = action === 'view' || (action === null && !isBrowser)
  return { to: isContent ? `-/attachment/${id}` : `attachment/${id}` }
}

export const showGraph: Resolve = (request) => {
  const found = pageOfBug('id', '/graph')(request)
  if (!found || !('to' in found)) return found
  const { query } = request
  const depth = query.get('maxdepth')
  const options: [string, string][] = []
  if (depth !== null && /^\d{1,4}$/.test(depth)) options.push(['depth', depth])
  if (query.get('hide_resolved') === '1') options.push(['open_only', '1'])
  return { to: withQuery(found.to, options) }
}

/** Parameters of the form for new bugs that fill fields with other names than the field has elsewhere. */
const renamed = new Map([['comment', 'description']])

export function newBug({ query, hasPages }: OldRequest): Outcome | undefined {
  if (!hasPages) return undefined
  const { named } = namesOf(operations.bugs.create.input)
  const filled: [string, string][] = []
  for (const [name, value] of query) {
    const field = renamed.get(name) ?? apiNameOf(name)
    if (named.has(field) || field.startsWith('cf_')) filled.push([field, value])
  }
  const cloned = query.get('cloned_bug_id')
  if (cloned !== null && !query.has('dependson')) filled.push(['depends_on', cloned])
  return { to: withQuery('new', filled) }
}
