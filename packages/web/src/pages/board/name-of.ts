// The names of columns and rows.
import { wordsOfValue } from '../../page/value-words.js'
import { visible } from '../../parts/visible.js'
import type { Texts } from '../../texts/index.js'

/** A value as people read it. */
export function nameOf(
  texts: Texts,
  field: string,
  { value, name }: { readonly value: string; readonly name: string },
): string {
  return visible(value === '' ? texts.board.none : wordsOfValue(texts, field, name))
}
