// Lists of bugs, charts and requests.
import { apiNameOf } from '@trackerkit/core/operations'
import { gone, page, withQuery, type Outcome, type Resolve } from './outcome.js'

/** Parameters of Bugzilla for the display of a list. */
const ofPresentation = [
  'cmdtype',
  'columnlist',
  'column_list',
  'ctype',
  'debug',
  'format',
  'known_name',
  'list_id',
  'namedcmd',
  'newqueryname',
  'no_redirect',
  'query_based_on',
  'query_format',
  'regetlastlist',
  'remaction',
  'tweak',
]

const sameOrder = 'Reuse same sort as last time'

const otherFormats = gone(
  'Lists of bugs are not available in this format.\nUse ctype=csv, ctype=atom, or GET /rest/bug.',
)
const formats = new Map([
  ['csv', 'csv'],
  ['atom', 'atom'],
  ['rss', 'atom'],
])

export const list: Resolve = (request) => {
  const { query, hasPages } = request
  const named = savedSearch(query)
  if (named) return { to: withQuery(hasPages ? 'bugs' : 'rest/bug', named) }
  const quick = /^\s*#?(\d{1,9})\s*$/.exec(query.get('quicksearch') ?? '')?.[1]
  const type = query.get('ctype') ?? 'html'
  if (quick !== undefined && type === 'html') return { to: `${hasPages ? '' : 'rest/'}bug/${quick}` }
  const format = formats.get(type)
  if (type !== 'html' && !format) return otherFormats(request)
  const criteria = criteriaIn(query)
  if (format === 'csv') criteria.push(...columnsIn(query))
  if (hasPages && query.get('tweak') === '1' && !format) return { to: withQuery('search', criteria) }
  if (hasPages && !format)
    return { to: withQuery('bugs', searchesNothing(criteria) ? [isOpen, ...criteria] : criteria) }
  if (hasPages) return { to: withQuery(`bugs.${format}`, criteria) }
  if (format) criteria.push(['format', format])
  return { to: withQuery('rest/bug', criteria) }
}

/** The criterion of a list without others, to which the page would redirect. */
const isOpen: [string, string] = ['status', '__open__']

function searchesNothing(criteria: readonly (readonly [string, string])[]): boolean {
  return criteria.every(([name]) => ['order', 'limit', 'offset'].includes(name))
}

export const openBugs = page(withQuery('bugs', [isOpen]))

export const searchForm: Resolve = ({ query, hasPages }) =>
  hasPages ? { to: withQuery('search', criteriaIn(query)) } : undefined

function savedSearch(query: URLSearchParams): [string, string][] | undefined {
  const name = query.get('namedcmd')
  const isRun = query.get('cmdtype') === 'runnamed' || query.get('remaction') === 'run'
  if (name === null || !isRun) return undefined
  const sharer = query.get('sharer_id')
  return [['savedsearch', name], ...(sharer === null ? [] : [['sharer_id', sharer] satisfies [string, string]])]
}

function criteriaIn(query: URLSearchParams): [string, string][] {
  const all = [...query].filter(([name, value]) => !ofPresentation.includes(name) && value !== sameOrder)
  return all.map(([name, value]) => (name === 'limit' && value === '0' ? [name, '1000'] : [name, value]))
}

/** List columns with names that fields never had. */
const columns = new Map([
  ['opendate', 'creation_time'],
  ['changeddate', 'last_change_time'],
  ['short_short_desc', 'summary'],
])

function columnsIn(query: URLSearchParams): [string, string][] {
  const given = query.get('columnlist') ?? query.get('column_list') ?? 'all'
  if (given === 'all') return []
  const names = given.split(/[\s,]+/).filter((name) => name !== '')
  const fields = names.map((name) => fieldOf(name.replace(/_realname$/, '')))
  return [['include_fields', [...new Set(fields)].join(',')]]
}

function fieldOf(name: string): string {
  return columns.get(name) ?? apiNameOf(name)
}

const chartAsTable = gone('Charts are not exported as CSV.\nUse GET /rest/bug/count with x and y.')

/** Parameters of Bugzilla for the display of a chart. */
const ofCharts = ['x_axis_field', 'y_axis_field', 'z_axis_field', 'action', 'width', 'height', 'cumulate']

export const chart: Resolve = (request) => {
  const { query, hasPages } = request
  if (query.get('ctype') === 'csv') return chartAsTable(request)
  if (!hasPages) return undefined
  const axes = ['x', 'y'].flatMap((axis): [string, string][] => {
    const field = query.get(`${axis}_axis_field`)
    return field === null ? [] : [[axis, fieldOf(field)]]
  })
  const criteria = criteriaIn(query).filter(([name]) => !ofCharts.includes(name) && !name.includes('_labels_'))
  return { to: withQuery('charts', [...axes, ...criteria]) }
}

export const mostDuplicated: Resolve = ({ query, hasPages }) => {
  const products = query.getAll('product').map((name): [string, string] => ['product', name])
  const duplicates: [string, string][] = [['resolution', 'DUPLICATE'], ...products, ['order', 'last_change_time DESC']]
  return { to: withQuery(hasPages ? 'bugs' : 'rest/bug', duplicates) }
}

const requestsAsTable = gone('Requests are not exported as CSV.\nUse GET /rest/request.')

export const requests: Resolve = (request): Outcome | undefined => {
  const { query, hasPages } = request
  if (query.get('ctype') === 'csv') return requestsAsTable(request)
  if (!hasPages) return undefined
  const kept: [string, string][] = []
  for (const [from, to] of [
    ['requestee', 'requestee'],
    ['requester', 'setter'],
  ] as const) {
    const person = query.get(from)
    if (person !== null) kept.push([to, person])
  }
  const status = query.get('status')
  if (status === '+' || status === '-') kept.push(['status', status])
  return { to: withQuery('requests', kept) }
}
