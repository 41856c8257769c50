// Lists the pages that search engines may read.
import { plainText } from './answers.js'
import { createOperations } from './operations.js'
import type { RequestContext } from './request-context.js'

/** Pages of one user, and lists that lead to more lists without end. */
const disallowed = [
  '/bugs?',
  '/bugs.',
  '/charts',
  '/search',
  '/board',
  '/new',
  '/login',
  '/me',
  '/inbox',
  '/held',
  '/admin',
  '/requests',
  '/dashboard',
  '/rest',
  '/-/rest',
  '/*/history',
  '/*/graph',
  '/buglist.cgi',
  '/query.cgi',
  '/report.cgi',
  '/rest.cgi',
]

export async function answerRobots({ site, origin, context }: RequestContext): Promise<Response> {
  const operations = createOperations(site, { identity: null, origin, context }, new Map())
  const { parameters } = await operations.parameters.get({ include_fields: ['requirelogin'] })
  const rules = parameters['requirelogin'] === '1' ? ['/'] : disallowed
  const text = ['User-agent: *', ...rules.map((path) => `Disallow: ${path}`)].join('\n')
  return plainText(200, text, { 'Cache-Control': 'max-age=3600' })
}
