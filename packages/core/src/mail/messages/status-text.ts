import type { BugRow } from '../../access/find-bugs.js'
import type { Catalogue } from '../../setup/catalogue.js'

/** Status and resolution, as in `RESOLVED FIXED`. */
export function statusText({ values }: Catalogue, bug: Pick<BugRow, 'status_id' | 'resolution_id'>): string {
  const names = [bug.status_id, bug.resolution_id].map((id) => values.get(id)?.name ?? '')
  return names.filter((name) => name !== '').join(' ')
}
