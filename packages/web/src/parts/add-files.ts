import type { Signal } from '@preact/signals'
import { withFiles, type NewFile } from './files.js'

interface Shown {
  readonly text: string
  /** The field of a Markdown text, which shows pictures where its cursor is. */
  readonly area: HTMLTextAreaElement | null | undefined
}

/** Adds pasted or dropped files to those that are sent with a text. */
export function addFiles(files: Signal<readonly NewFile[]>, more: readonly File[], { text, area }: Shown): void {
  const before = files.value
  files.value = withFiles(before, more, text)
  const added = files.value.slice(before.length)
  if (!area) return
  void import('./attach-on-demand.js').then(
    ({ insertPictures }) => insertPictures(area, added),
    () => undefined,
  )
}
