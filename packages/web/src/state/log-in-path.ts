import type { App } from './app.js'

/** Where people log in to come back to the page that is shown: below the prefix, whoever logs them in. */
export function logInPath({ site, shown }: Pick<App, 'site' | 'shown'>): string {
  const { path, query } = shown.value.address
  const here = path + (query.size === 0 ? '' : `?${query}`)
  const page = site.login.by === 'host' ? '/-/login' : '/login'
  return here === '/' || here === '/login' ? page : `${page}?${new URLSearchParams({ return_to: here })}`
}
