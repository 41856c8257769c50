// Files of a new bug that could not be sent with it: they wait on its page.
import type { App } from '../state/app.js'
import type { NewFile } from './files.js'

interface UnsentFiles {
  readonly bug: number
  readonly files: readonly NewFile[]
  /** The reason. */
  readonly message: string
}

const kept = new WeakMap<App, UnsentFiles>()

export function keepUnsent(app: App, unsent: UnsentFiles): void {
  kept.set(app, unsent)
}

/** Those of the bug, once. */
export function takeUnsent(app: App, bug: number): UnsentFiles | undefined {
  const unsent = kept.get(app)
  if (unsent?.bug !== bug) return undefined
  kept.delete(app)
  return unsent
}
