// The route of an address without names, for counting requests.
import { patternAt } from '../router/open.js'
import { listFormAt } from './list.js'

/** Below `/-/`, beside the files that pages load. */
const kinds: ReadonlySet<string> = new Set([
  'rest',
  'login',
  'logout',
  'act-as',
  'setup',
  'attachment',
  'assets',
  'report.js',
])

/** Such as `/bug/:id`, `/bugs.csv` or `/-/assets`; undefined where there is nothing. */
export function routeOf(path: string): string | undefined {
  if (!path.startsWith('/-/')) return listFormAt(path) === undefined ? patternAt(path) : path
  const [, , kind = ''] = path.split('/')
  if (/^(theme|logo)-/.test(kind)) return '/-/assets'
  return kinds.has(kind) ? `/-/${kind}` : undefined
}
