import { visible } from './visible.js'

/** In characters. */
const mostShown = 300
const mostInTitle = 1000

/** The text of a cell. A long one is cut, and the tooltip shows more of it. */
export function LongText({ text }: { readonly text: string }) {
  if (text.length <= mostShown) return <bdi>{visible(text)}</bdi>
  return <bdi title={visible(cutAt(text, mostInTitle))}>{visible(cutAt(text, mostShown))}</bdi>
}

function cutAt(text: string, length: number): string {
  if (text.length <= length) return text
  // Half of a character that takes two units is left out.
  return `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`
}
