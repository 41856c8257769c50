/** A table grows with its rows times its columns, and a reference repeats its address. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}
