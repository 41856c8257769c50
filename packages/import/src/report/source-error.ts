/** The source cannot be imported, or not with what was asked for; nothing has been written. */
export class SourceRefusal extends Error {
  override readonly name: string = 'SourceRefusal'
}
