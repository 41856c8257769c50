// Mentions of people, `@word` or `@word~41`, where `word` is the part of a login before its `@`.

/** A mention in a text: its range in UTF-16 code units, and its word in lowercase, with `~41` where an account is named. */
export interface MentionPiece {
  readonly from: number
  readonly to: number
  readonly word: string
}

const isLetter = (character: string) => /[\p{L}\p{N}]/u.test(character)
const isOfWord = (character: string) => /[\p{L}\p{N}._+-]/u.test(character)
const isDigit = (character: string) => character >= '0' && character <= '9'

const longestWord = 64
const longestId = 10

/** The mentions of a text, without regard to code and quotes. */
export function* mentionsIn(text: string): Generator<MentionPiece, undefined> {
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    // After a slash it is part of an address.
    if (at > 0 && (isLetter(text.charAt(at - 1)) || text.charAt(at - 1) === '/')) continue
    let end = at + 1
    while (end - at <= longestWord + 1 && isOfWord(text.charAt(end))) end++
    if (text.charAt(end) === '@') continue
    const id = numberAfter(text, end)
    // A full stop or a dash at the end belongs to the sentence.
    while (id === '' && end > at + 1 && !isLetter(text.charAt(end - 1))) end--
    const word = text.slice(at + 1, end)
    if (word.length < 2 || word.length > longestWord || !isLetter(word.slice(-1))) continue
    yield { from: at, to: end + id.length, word: (word + id).toLowerCase() }
  }
}

/** `~41`, or nothing. A full stop or a dash after it belongs to the sentence. */
function numberAfter(text: string, at: number): string {
  if (text.charAt(at) !== '~') return ''
  let end = at + 1
  while (end - at <= longestId + 1 && isDigit(text.charAt(end))) end++
  return end - at < 2 || end - at > longestId + 1 || isLetter(text.charAt(end)) ? '' : text.slice(at, end)
}
