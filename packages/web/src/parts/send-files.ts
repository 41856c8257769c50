// Sends the files of a comment or a new bug.
import type { Signal } from '@preact/signals'
import type { App } from '../state/app.js'
import type { NewFile } from './files.js'

/** A comment to send with the first file of the same privacy. */
export interface Accompanied {
  readonly text: string
  readonly isPrivate: boolean
  readonly isMarkdown: boolean
}

export interface FilesOutcome {
  /** The comment went with a file. */
  readonly isCommentSent: boolean
  /** The error of the first rejected file. */
  readonly failure: string | undefined
}

const nothing: Accompanied = { text: '', isPrivate: false, isMarkdown: false }

/** Sends files one after the other. Sent files leave the list; with a private comment, all are private. */
export async function sendFiles(
  app: App,
  bug: number,
  files: Signal<readonly NewFile[]>,
  { text, isPrivate, isMarkdown }: Accompanied = nothing,
): Promise<FilesOutcome> {
  const isHidden = (one: NewFile) => isPrivate || one.isPrivate
  const carrier = text.trim() === '' ? undefined : files.value.find((one) => isHidden(one) === isPrivate)
  const others = files.value.filter((one) => one !== carrier)
  let isCommentSent = false
  for (const one of carrier ? [carrier, ...others] : others) {
    try {
      await send(app, bug, one, { is_private: isHidden(one), comment: one === carrier ? text : '', isMarkdown })
    } catch (error) {
      return { isCommentSent, failure: error instanceof Error ? error.message : app.texts.error.title }
    }
    isCommentSent ||= one === carrier
    files.value = files.value.filter(({ key }) => key !== one.key)
  }
  return { isCommentSent, failure: undefined }
}

interface With {
  readonly is_private: boolean
  readonly comment: string
  readonly isMarkdown: boolean
}

async function send(
  { operations }: App,
  bug: number,
  one: NewFile,
  { is_private, comment, isMarkdown }: With,
): Promise<void> {
  const { file, description, isPatch } = one
  await operations.attachments.create({
    ids: [bug],
    data: file,
    file_name: file.name,
    summary: description,
    ...(isPatch ? { is_patch: true } : { content_type: file.type || 'application/octet-stream' }),
    ...(is_private && { is_private }),
    ...(comment !== '' && { comment, is_markdown: isMarkdown }),
  })
}
