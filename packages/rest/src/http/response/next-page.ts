// Links to the next page in responses that were cut by a limit.
import { dropCredentials } from '../request/drop-credentials.js'
import { splitTarget } from '../request/target.js'

/** Characters. Clients and proxies often take no more than 8 or 16 kB of headers, and fail beyond; the body has the same. */
const longestLink = 6_000

/** The `Link` to the next page, for a response that was cut. Links contain no credentials. */
export function nextPage(target: string, answer: unknown): Record<string, string> {
  if (typeof answer !== 'object' || answer === null) return {}
  const { limit, offset, next_cursor: cursor } = answer as Readonly<Record<string, unknown>>
  if (typeof limit !== 'string' || (typeof offset !== 'number' && typeof cursor !== 'string')) return {}
  const [path, query] = splitTarget(target)
  const parameters = new URLSearchParams(query)
  dropCredentials(parameters)
  parameters.set('limit', limit)
  if (typeof cursor === 'string') parameters.set('cursor', cursor)
  else parameters.set('offset', String(Number(offset) + Number(limit)))
  // Two slashes in front would name another host.
  const link = `<${path.replace(/^[/\\]+/, '/')}?${parameters.toString()}>; rel="next"`
  return link.length > longestLink ? {} : { Link: link }
}
