// Answers that a limit has cut say where the next page is.
import { dropCredentials } from './drop-credentials.js'

/** The `Link` to the next page, for an answer that says where it was cut. Credentials are not part of links. */
export function nextPage(target: string, answer: unknown): Record<string, string> {
  const cut = answer as { readonly limit?: unknown; readonly offset?: unknown } | null
  if (typeof cut !== 'object' || typeof cut?.limit !== 'string' || typeof cut.offset !== 'number') return {}
  const [path = '', query = ''] = target.split('?')
  const parameters = new URLSearchParams(query)
  dropCredentials(parameters)
  parameters.set('limit', cut.limit)
  parameters.set('offset', String(cut.offset + Number(cut.limit)))
  // Two slashes in front would name another host.
  return { Link: `<${path.replace(/^[/\\]+/, '/')}?${parameters.toString()}>; rel="next"` }
}
