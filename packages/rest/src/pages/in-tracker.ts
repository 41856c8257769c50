// Where the pages for people show what an answer of the API tells.
import { dropCredentials } from '../http/request/drop-credentials.js'

/** Relative to the folder above `/rest`; what has no page of its own leads to the first one. */
export function addressInTracker(segments: readonly string[], target: string): string {
  const [kind, first = '', second = ''] = segments
  if (kind !== 'bug') return ''
  if (first === '') return listAddress(target)
  // Names of operations stand in the same place as aliases, which the pages lead to the number anyway.
  if (/^\d+$/.test(first)) return `bug/${first}`
  return first === 'attachment' && /^\d+$/.test(second) ? `attachment/${second}` : ''
}

/** The list of the same search. Credentials are not part of links. */
function listAddress(target: string): string {
  const query = new URLSearchParams(target.split('?')[1] ?? '')
  dropCredentials(query)
  return query.size === 0 ? 'bugs' : `bugs?${query.toString()}`
}
