// Sends the files of a comment or a new bug.
import type { Signal } from '@preact/signals'
import type { App } from '../state/app.js'
import type { NewFile } from './files.js'
import { refersTo, withNumber, withoutName, withoutReferences } from './picture-references.js'
import { visible } from './visible.js'

/** A comment to send with one of the files of the same privacy. */
export interface Accompanied {
  readonly text: string
  readonly isPrivate: boolean
  readonly isMarkdown: boolean
  /** The comment is sent after the files, for example with a status. */
  readonly isApart?: boolean
}

export interface FilesOutcome {
  /** A text with the numbers of the sent pictures. */
  readonly numbered: (text: string) => string
  /** The comment went with a file. */
  readonly isCommentSent: boolean
  /** The error of the first rejected file. */
  readonly failure: string | undefined
}

const nothing: Accompanied = { text: '', isPrivate: false, isMarkdown: true }

/** The error of the first file that exceeds the limit in bytes; undefined if there is none. */
export function tooLarge({ texts }: App, files: readonly NewFile[], limit: number): string | undefined {
  const found = files.find(({ file }) => file.size > limit)
  return found && texts.newAttachments.tooLarge(visible(found.file.name), texts.size(limit))
}

/** Sends files one after the other. Sent files leave the list; with a private comment, all are private. */
export async function sendFiles(
  app: App,
  bug: number,
  files: Signal<readonly NewFile[]>,
  comment: Accompanied = nothing,
): Promise<FilesOutcome> {
  const { isMarkdown } = comment
  const isHidden = (one: NewFile) => comment.isPrivate || one.isPrivate
  const { carrier, all } = inOrder(files.value, comment, isHidden)
  const numbers: (readonly [NewFile, number])[] = []
  const named = (text: string, one: NewFile) => (isHidden(one) === comment.isPrivate ? text : withoutName(text, one))
  const numbered = (text: string) =>
    isMarkdown ? numbers.reduce((result, [one, id]) => withNumber(named(result, one), one, id), text) : text
  const textWith = (one: NewFile) =>
    isMarkdown ? withoutReferences(withNumber(numbered(comment.text), one, 'new')) : comment.text
  for (const one of all) {
    const text = one === carrier ? textWith(one) : ''
    try {
      const id = await send(app, bug, one, { is_private: isHidden(one), comment: text, isMarkdown })
      if (one !== carrier) numbers.push([one, id])
    } catch (error) {
      const message = error instanceof Error ? error.message : app.texts.error.title
      const failure = `${visible(one.file.name)}: ${message}`
      return { numbered, isCommentSent: carrier !== undefined && !files.value.includes(carrier), failure }
    }
    files.value = files.value.filter(({ key }) => key !== one.key)
  }
  return { numbered, isCommentSent: carrier !== undefined, failure: undefined }
}

/** The comment goes with the last file that it shows, after the others have their numbers; otherwise with the first. */
function inOrder(
  files: readonly NewFile[],
  { text, isPrivate, isMarkdown, isApart = false }: Accompanied,
  isHidden: (one: NewFile) => boolean,
): { readonly carrier: NewFile | undefined; readonly all: readonly NewFile[] } {
  if (text.trim() === '' || isApart) return { carrier: undefined, all: files }
  const possible = files.filter((one) => isHidden(one) === isPrivate)
  const shown = isMarkdown && files.some((one) => refersTo(text, one))
  const carrier = shown ? possible.findLast((one) => refersTo(text, one)) : possible[0]
  const others = files.filter((one) => one !== carrier)
  return { carrier, all: !carrier ? files : shown ? [...others, carrier] : [carrier, ...others] }
}

interface With {
  readonly is_private: boolean
  readonly comment: string
  readonly isMarkdown: boolean
}

/** Returns the ID of the attachment. */
async function send(
  { operations }: App,
  bug: number,
  one: NewFile,
  { is_private, comment, isMarkdown }: With,
): Promise<number> {
  const { file, description, isPatch } = one
  const { ids } = await operations.attachments.create({
    ids: [bug],
    data: file,
    file_name: file.name,
    summary: description,
    ...(isPatch ? { is_patch: true } : { content_type: file.type || 'application/octet-stream' }),
    ...(is_private && { is_private }),
    ...(comment !== '' && { comment, is_markdown: isMarkdown }),
  })
  return ids[0] as number
}
