/** Without what no store keeps: U+0000 is left out, half a surrogate pair becomes U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\uFFFD')
}
