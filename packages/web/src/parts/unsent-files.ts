// Files of a new bug that could not be sent with it: they wait on its page.
import type { App } from '../state/app.js'
import type { NewFile } from './files.js'

interface UnsentFiles {
  readonly bug: number
  readonly files: readonly NewFile[]
  /** The reason. */
  readonly message: string
}

const kept = new WeakMap<App['notice'], UnsentFiles>()

export function keepUnsent({ notice }: Pick<App, 'notice'>, unsent: UnsentFiles): void {
  kept.set(notice, unsent)
}

/** Those of the bug, once. */
export function takeUnsent({ notice }: Pick<App, 'notice'>, bug: number): UnsentFiles | undefined {
  const unsent = kept.get(notice)
  if (unsent?.bug !== bug) return undefined
  kept.delete(notice)
  return unsent
}
