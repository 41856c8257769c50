import type { App } from './app.js'

/** Milliseconds. */
const shownFor = 10_000

/** Says what was done, and offers to take it back. */
export function say({ notice }: Pick<App, 'notice'>, text: string, undo?: () => void): void {
  const entry = { text, undo: undo && (() => takeBack(notice, undo)) }
  notice.value = entry
  setTimeout(() => {
    if (notice.value === entry) notice.value = undefined
  }, shownFor)
}

function takeBack(notice: App['notice'], undo: () => void): void {
  notice.value = undefined
  undo()
}
