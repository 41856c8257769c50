// The address of the page for an answer of the API.
import { dropCredentials } from '../http/request/drop-credentials.js'
import { splitTarget } from '../http/request/target.js'

/** Relative to the folder above `/rest`; answers without a page lead to the first one. */
export function addressInTracker(segments: readonly string[], target: string): string {
  const [kind, first = '', second = ''] = segments
  if (kind !== 'bug') return ''
  if (first === '') return listAddress(target)
  // Names of operations have the same place as aliases, which the pages redirect to the ID.
  if (/^\d+$/.test(first)) return `bug/${first}`
  return first === 'attachment' && /^\d+$/.test(second) ? `attachment/${second}` : ''
}

/** The list of the same search. Credentials are not part of links. */
function listAddress(target: string): string {
  const query = new URLSearchParams(splitTarget(target)[1])
  dropCredentials(query)
  return query.size === 0 ? 'bugs' : `bugs?${query.toString()}`
}
