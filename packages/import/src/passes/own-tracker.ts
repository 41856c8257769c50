// Imported only into a tracker that the import has created: parameters, and which values are in use.
import { isTrackerError, type Tracker } from '@trackerkit/core'
import type { AddNote } from './notes.js'
import { selectFields } from './bug-fields.js'

/** Parameters of how people work, and none of the machine or the addresses of a tracker. */
export const workParameters = [
  ...['requirelogin', 'commentonchange_resolution', 'commentonduplicate', 'defaultopsys', 'defaultplatform'],
  ...['defaultpriority', 'defaultseverity', 'duplicate_or_move_bug_status', 'letsubmitterchoosemilestone'],
  ...['letsubmitterchoosepriority', 'musthavemilestoneonaccept', 'noresolveonopenblockers', 'use_see_also'],
  ...['useclassification', 'useqacontact', 'usestatuswhiteboard', 'usetargetmilestone', 'insidergroup'],
  ...['timetrackinggroup', 'comment_taggers_group', 'querysharegroup', 'usevisibilitygroups', 'strict_isolation'],
  ...['or_groups', 'maxattachmentsize'],
] as const

/** Sets parameters one at a time, and reports those that are not accepted here. */
export async function keepParameters(
  tracker: Tracker,
  parameters: Readonly<Record<string, string>>,
  addNote: AddNote,
): Promise<void> {
  const system = tracker.asSystem()
  for (const [name, value] of Object.entries(parameters)) {
    try {
      await system.parameters.update({ parameters: { [name]: value } })
    } catch (error) {
      if (!isTrackerError(error)) throw error
      addNote({ kind: 'parameter', id: name, problem: `'${value}' is not accepted here: ${error.message}` })
    }
  }
}

/** Disables defaults of a new tracker that the source does not have. */
export async function retireValues(tracker: Tracker, has: (field: string, name: string) => boolean): Promise<void> {
  const system = tracker.asSystem()
  const { fields } = await system.fields.get({})
  for (const { name: field, values = [] } of fields) {
    if (!selectFields.includes(field)) continue
    for (const { name } of values) {
      if (!name || has(field, name)) continue
      try {
        await system.fieldValues.update({ field, names: [name], is_active: false })
      } catch (error) {
        // The tracker itself needs it, or a bug would have no value.
        if (!isTrackerError(error)) throw error
      }
    }
  }
}
