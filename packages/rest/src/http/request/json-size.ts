// Measures the depth, size and keys of a JSON text without parsing it: extreme nesting or length would cost the reader
// more than the sender.

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]

// Comparisons: a look into a set takes several times as long, which counts in a body of only spaces.
const isOpening = (byte: number) => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number) => byte === 0x5d || byte === 0x7d

/** Checks depth, number of values and number of outermost names; for a text that is no JSON the result means nothing. */
export function measureJson(
  text: Uint8Array,
  most: { readonly depth: number; readonly values: number; readonly names: number },
): 'fits' | 'too deep' | 'too large' | 'too many names' {
  let [depth, values, names] = [0, 1, 1]
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] as number
    if (byte === quote) at = endOfString(text, at)
    else if (byte === comma) {
      values++
      if (depth === 1) names++
    } else if (isOpening(byte)) {
      depth++
      values++
    } else if (isClosing(byte)) depth--
    if (depth > most.depth) return 'too deep'
    if (values > most.values) return 'too large'
    if (names > most.names) return 'too many names'
  }
  return 'fits'
}

/** The beginning of the JSON of an object has one of these keys. Keys with escapes are not recognized. */
export function hasOutermostKey(start: Uint8Array, keys: readonly string[]): boolean {
  return findOutermostKey(start, keys) !== undefined
}

/** Returns the first of these keys of the JSON of an object, with the place of the quote that ends it. */
export function findOutermostKey(
  text: Uint8Array,
  keys: readonly string[],
): { readonly key: string; readonly end: number } | undefined {
  let [depth, isKey] = [0, false]
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] as number
    if (byte === quote) {
      const end = endOfString(text, at)
      const key = depth === 1 && isKey ? keys.find((one) => isText(text, at + 1, end, one)) : undefined
      if (key !== undefined) return { key, end }
      isKey = false
      at = end
    } else if (isOpening(byte)) {
      depth++
      isKey = depth === 1
    } else if (isClosing(byte)) depth--
    else if (byte === comma) isKey = depth === 1
  }
  return undefined
}

function isText(bytes: Uint8Array, from: number, to: number, text: string): boolean {
  if (to - from !== text.length) return false
  for (let n = 0; n < text.length; n++) if (bytes[from + n] !== text.charCodeAt(n)) return false
  return true
}

/** The place of the quote that ends the string which begins here; the end of the text when none does. */
function endOfString(text: Uint8Array, start: number): number {
  const end = text.indexOf(quote, start + 1)
  if (end < 0) return text.length
  if (text[end - 1] !== backslash) return end
  // A loop over the bytes: a search for each of very many escaped quotes takes seven times as long.
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === quote) return at
    if (text[at] === backslash) at++
  }
  return text.length
}
