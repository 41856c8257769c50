import type { App } from './app.js'

/** Milliseconds. */
const shownFor = 10_000

/** Says what was done, and offers to take it back. */
export function say({ notice }: Pick<App, 'notice'>, text: string, undo?: () => void): void {
  const said = { text, undo: undo && (() => takeBack(notice, undo)) }
  notice.value = said
  setTimeout(() => {
    if (notice.value === said) notice.value = undefined
  }, shownFor)
}

function takeBack(notice: App['notice'], undo: () => void): void {
  notice.value = undefined
  undo()
}
