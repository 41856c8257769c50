import type { App } from '../state/app.js'
import type { BugData } from './bug-data.js'

/** The data of the page of a bug; undefined while another page is shown. */
export function bugOnPage({ shown: { value } }: App, id: number): BugData | undefined {
  if (value.kind !== 'page' || value.entry.name !== 'bug') return undefined
  const data: BugData = value.data
  return data.bug.id === id ? data : undefined
}
