// Text on pages: it means nothing to a browser, and hides nothing from its reader.

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string)
}

/** Characters without a glyph: control characters, changes of direction, zero width. */
const invisible = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/** With `\uXXXX` for invisible characters, which is valid in JSON too. */
export function visible(text: string): string {
  return text.replace(invisible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
