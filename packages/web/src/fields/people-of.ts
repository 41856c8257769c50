import type { NamedPerson } from '../parts/people-options.js'
import type { BugData } from './bug-data.js'

/** The people of a bug, most likely choices first. */
export function peopleOf({ bug, names }: BugData): NamedPerson[] {
  const { assigned_to_detail, creator_detail, qa_contact_detail, cc_detail } = bug
  const named = [assigned_to_detail, creator_detail, qa_contact_detail, ...cc_detail]
  const others = [...names].map(([name, real_name]) => ({ name, real_name }))
  return [...named.flatMap((person) => person ?? []), ...others]
}
