/** The source cannot be imported, or not with these options; nothing has been written. */
export class SourceError extends Error {
  override readonly name: string = 'SourceError'
}
