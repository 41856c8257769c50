// Files that go along with a comment or a new bug.
export interface NewFile {
  readonly key: number
  readonly file: File
  readonly description: string
  readonly isPatch: boolean
  /** Also private if the comment is public. */
  readonly isPrivate: boolean
}

/** The size of the largest file in bytes; 0: no limit. */
export function attachmentLimit(parameters: Readonly<Record<string, string>>): number {
  return Number(parameters['maxattachmentsize'] ?? 0) * 1024
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
