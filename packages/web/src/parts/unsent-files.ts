// Files of a new bug that could not be sent with it: they wait on its page. Only browsers file bugs, so servers keep nothing here.
import type { NewFile } from './files.js'

interface UnsentFiles {
  readonly bug: number
  readonly files: readonly NewFile[]
  /** The reason. */
  readonly message: string
}

let kept: UnsentFiles | undefined

export function keepUnsent(unsent: UnsentFiles): void {
  kept = unsent
}

/** Those of the bug, once. */
export function takeUnsent(bug: number): UnsentFiles | undefined {
  if (kept?.bug !== bug) return undefined
  const unsent = kept
  kept = undefined
  return unsent
}
