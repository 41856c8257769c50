/**
 * The text without the case of its ASCII letters. Unlike folding it joins no other letters with them: U+212A, the sign of kelvin,
 * is no `k`, so that nobody is taken for the owner of a name that only looks or folds alike.
 */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
