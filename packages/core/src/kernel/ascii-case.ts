/**
 * Returns the text with ASCII letters in lower case. Unlike folding, it leaves other letters unchanged: U+212A, the
 * kelvin sign, is no `k`. Otherwise a user could pass for the owner of a login that only looks or folds alike.
 */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
