// Limits of links.
import { TrackerError } from '../../kernel/errors.js'
import { hostOf } from '../../code/payload.js'

/** Links of one bug to one repository. */
export const mostLinks = 100

export const longest = { url: 2000, title: 255, author: 100, repository: 500, ref: 100, branch: 255 } as const

/** Why a URL is not that of something in the repository; undefined where it is. */
export function problemOfUrl(url: string, repository: string): string | undefined {
  if (url.length > longest.url) return `it has more than ${longest.url} characters`
  const host = hostOf(url)
  if (host === undefined) return 'it is not an http or https URL'
  return host === repository.split('/')[0] ? undefined : 'its host is not that of the repository'
}

/** @throws code_link_invalid */
export function requireUrl(url: string, repository: string): void {
  const problem = problemOfUrl(url, repository)
  if (problem !== undefined) throw new TrackerError('code_link_invalid', { field: 'url', value: url, problem })
}
