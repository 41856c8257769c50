import { isTrackerError } from '@trackerkit/client'
import { Missing } from './page.js'

/**
 * Converts an error of the API about a bug. @throws Missing when it does not exist or the user may not see it;
 * otherwise the error itself
 */
export function missingBug(name: string): (error: unknown) => never {
  return (error) => {
    if (isTrackerError(error, 'bug_id_does_not_exist', 'improper_bug_id_field_value')) throw new Missing('bug', name)
    throw error
  }
}
