import type { Tracker } from '@trackerkit/core'
import { SourceError } from '../report/source-error.js'

/**
 * Bugs that require several groups in the source must not be visible here to members of one.
 *
 * @throws SourceError if this tracker shows bugs to members of one of their groups
 */
export async function requireAllGroups(tracker: Tracker): Promise<void> {
  const { parameters } = await tracker.asSystem().parameters.get({ include_fields: ['or_groups'] })
  if (parameters['or_groups'] !== '1') return
  throw new SourceError(
    'here, members of one group of a bug can see it, while the source requires all of its groups: set the parameter ' +
      'or_groups to false first',
  )
}
