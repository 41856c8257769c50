// Files that go along with a comment or a new bug.
export interface NewFile {
  readonly key: number
  readonly file: File
  readonly description: string
  readonly isPatch: boolean
  /** Also private if the comment is public. */
  readonly isPrivate: boolean
}

/** The size of the largest file in bytes. */
export function attachmentLimit({
  maxattachmentsize = '0',
  maxlocalattachment = '0',
}: Readonly<Record<string, string>>): number {
  return Math.max(Number(maxattachmentsize) * 1024, Number(maxlocalattachment) * 1024 * 1024)
}

/** The files with more of them, each described by its name. No key is one that a reference in `text` already has. */
export function withFiles(files: readonly NewFile[], more: readonly File[], text = ''): NewFile[] {
  const named = [...text.matchAll(/\(file:(\d{1,9})\)/g)].map(([, key]) => Number(key))
  const next = Math.max(0, ...named, ...files.map(({ key }) => key)) + 1
  const added = more.map((file, index) => ({
    key: next + index,
    file,
    description: file.name,
    isPatch: /\.(patch|diff)$/i.test(file.name),
    isPrivate: false,
  }))
  return [...files, ...added]
}
