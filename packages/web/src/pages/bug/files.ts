// Files on their way to a bug.
import type { Signal } from '@preact/signals'
import type { App } from '../../state/app.js'

export interface NewFile {
  readonly key: number
  readonly file: File
  readonly description: string
  readonly isPatch: boolean
  readonly isPrivate: boolean
}

/** The files with more of them, each described by its name. */
export function withFiles(files: readonly NewFile[], more: readonly File[]): NewFile[] {
  const next = Math.max(0, ...files.map(({ key }) => key)) + 1
  const added = more.map((file, index) => ({
    key: next + index,
    file,
    description: file.name,
    isPatch: /\.(patch|diff)$/i.test(file.name),
    isPrivate: false,
  }))
  return [...files, ...added]
}

/** Sends one after the other; what was sent leaves the list. Answers what the API says against the first that it refuses. */
export async function sendFiles(app: App, bug: number, files: Signal<readonly NewFile[]>): Promise<string | undefined> {
  for (const one of files.value) {
    const { file, description, isPatch, isPrivate } = one
    try {
      await app.operations.attachments.create({
        ids: [bug],
        data: file,
        file_name: file.name,
        summary: description,
        ...(isPatch ? { is_patch: true } : { content_type: file.type || 'application/octet-stream' }),
        ...(isPrivate && { is_private: true }),
      })
    } catch (error) {
      return error instanceof Error ? error.message : app.texts.error.title
    }
    files.value = files.value.filter(({ key }) => key !== one.key)
  }
  return undefined
}
