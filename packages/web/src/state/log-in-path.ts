// Apart from return-path.ts, which the main script does without.
import type { PageAddress } from '../page/page.js'
import type { App } from './app.js'

/** An address below the prefix, with its query and fragment. */
export function hereOf({ path, query, hash }: Pick<PageAddress, 'path' | 'query' | 'hash'>): string {
  return path + (query.size === 0 ? '' : `?${query}`) + hash
}

/** Where people log in to come back to the page that is shown. Only the browser has the fragment of its address. */
export function logInPath({ site, shown }: Pick<App, 'site' | 'shown'>, hash?: string): string {
  const { address } = shown.value
  return logInPathFrom({ ...address, hash: hash ?? address.hash }, site.login.by === 'pages')
}

/** Where people log in to come back to an address: below the prefix, whoever logs them in. */
export function logInPathFrom(address: PageAddress, isOwnLogin: boolean): string {
  const here = hereOf(address)
  const page = isOwnLogin ? '/login' : '/-/login'
  return here === '/' || here === '/login' ? page : `${page}?${new URLSearchParams({ return_to: here })}`
}
