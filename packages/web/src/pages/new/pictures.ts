// Pictures in the description of a new bug, whose attachments have no IDs until it is filed.
import type { Signal } from '@preact/signals'
import type { Client } from '../../page/operations.js'
import type { NewFile } from '../../parts/files.js'
import { withoutName, withoutReferences } from '../../parts/picture-references.js'
import { isPrivate, textOf, type Draft } from './load.js'

/** The description without the names of files that fewer people can see. */
export function namingPublic(draft: Draft, files: readonly NewFile[]): string {
  const hidden = isPrivate(draft) ? [] : files.filter((one) => one.isPrivate)
  return hidden.reduce(withoutName, textOf(draft, 'description'))
}

/** The description as it is filed: with the names of its pictures. */
export function formatOf(description: string, isMarkdown: Signal<boolean> | undefined) {
  if (!isMarkdown) return undefined
  const is_markdown = isMarkdown.value
  const isShown = is_markdown && description !== ''
  return { is_markdown, ...(isShown && { description: withoutReferences(description) }) }
}

interface Filed {
  readonly is_markdown: boolean
  /** The description with references to files. */
  readonly written: string
  /** Gives the references of a text their numbers. */
  readonly numbered: (text: string) => string
}

/** Puts the sent pictures into the description of a filed bug. If that is not permitted, they are below it. */
export async function showPictures(
  { comments }: Client,
  bug: number,
  { is_markdown, written, numbered }: Filed,
): Promise<void> {
  const text = withoutReferences(numbered(written))
  if (!is_markdown || text === withoutReferences(written)) return
  try {
    const { bugs } = await comments.get({ ids: [bug], include_fields: ['id', 'count'] })
    const id = bugs[bug]?.comments.find(({ count }) => count === 0)?.id
    if (id !== undefined) await comments.update({ id, text, is_markdown })
  } catch {
    // The bug is filed, and has the pictures.
  }
}
