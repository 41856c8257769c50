/** Properties of an attachment that change when its content is deleted. */
export interface Marks {
  readonly is_obsolete: boolean
  readonly is_patch: boolean
  readonly content_type: string
}

/**
 * True if Bugzilla may have deleted the content: it then sets these marks. Without them, an empty content is a file that
 * Bugzilla could not open.
 */
export function isMarkedDeleted({ is_obsolete, is_patch, content_type }: Marks): boolean {
  return is_obsolete && !is_patch && content_type === 'text/plain'
}

/** Reported when the content is deleted here, too. */
export const deletedProblem = 'its content was deleted in the source; it is empty here'
