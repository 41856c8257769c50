import type { App } from './app.js'

/** Milliseconds. */
const shownFor = 10_000

interface About {
  /** The changed bug, which the notice names. */
  readonly bug?: number
  readonly undo?: (() => void) | undefined
}

/** Shows a notice about a change, with a button that undoes it. */
export function say({ notice }: Pick<App, 'notice'>, text: string, { bug, undo }: About = {}): void {
  const entry = { text, bug, undo: undo && (() => takeBack(notice, undo)) }
  notice.value = entry
  setTimeout(() => {
    if (notice.value === entry) notice.value = undefined
  }, shownFor)
}

function takeBack(notice: App['notice'], undo: () => void): void {
  notice.value = undefined
  undo()
}
