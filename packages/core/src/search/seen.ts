// The rows that name another bug, as far as the caller may see that one: to others they are not there.
import { visibleBugs } from '../access/visibility.js'
import type { Where } from '../schema/index.js'
import type { Scope } from './scope.js'

type Viewer = Pick<Scope, 'who' | 'catalogue'>

export function blockersSeen(viewer: Viewer): Where<'bug_dependencies'> {
  return { some: 'depends_on', where: visibleBugs(viewer) }
}

export function blockedSeen(viewer: Viewer): Where<'bug_dependencies'> {
  return { some: 'bug', where: visibleBugs(viewer) }
}

/** The value of a custom field that is a bug. */
export function linkSeen(viewer: Viewer): Where<'custom_values'> {
  return { some: 'linked_bug', where: visibleBugs(viewer) }
}
