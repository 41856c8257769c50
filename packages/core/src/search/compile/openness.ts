// Open bugs of a person: an index sorts them by whether they are open, not by their statuses.
import type { Catalogue } from '../../setup/catalogue.js'
import type { Where } from '../../schema/index.js'
import { isTrue } from '../condition/columns.js'

/**
 * The same bugs, where one assignee is wanted and a list of all open, or of all closed, statuses: whether they are open is in an index
 * with the assignee. A list of statuses has many places in an index by status, which therefore cannot give the order of a page.
 */
export function askOpennessOfAssigned(wanted: Where<'bugs'>, catalogue: Catalogue): Where<'bugs'> {
  const parts = 'and' in wanted ? wanted.and : [wanted]
  if (!parts.some(isOfOneAssignee)) return wanted
  const openness = parts.map((part) => opennessIn(part, catalogue))
  if (openness.every((isOpen) => isOpen === undefined)) return wanted
  return {
    and: parts.map((part, index) =>
      openness[index] === undefined ? part : isTrue<'bugs'>('is_open', openness[index]),
    ),
  }
}

function isOfOneAssignee(part: Where<'bugs'>): boolean {
  if (!('col' in part) || part.col !== 'assigned_to_id') return false
  return 'eq' in part || ('in' in part && part.in.length === 1)
}

/** True for a list of all open statuses, false for one of all closed ones, undefined for anything else. */
function opennessIn(part: Where<'bugs'>, { fields }: Catalogue): boolean | undefined {
  if (!('col' in part) || part.col !== 'status_id' || !('in' in part)) return undefined
  const wanted = new Set<unknown>(part.in)
  const statuses = fields.named('bug_status')?.values ?? []
  const found = statuses.filter(({ id }) => wanted.has(id))
  if (found.length !== wanted.size) return undefined
  return [true, false].find(
    (isOpen) => found.length > 0 && statuses.every((status) => wanted.has(status.id) === (status.is_open === isOpen)),
  )
}
