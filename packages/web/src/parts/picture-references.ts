// Pictures in a Markdown text that are not sent yet: `![name](file:1)`, by the key of the file.
import { isShownAsImage } from './attachment-image.js'
import { insert } from './composer-keys.js'
import type { NewFile } from './files.js'

const isPicture = ({ file: { type, size } }: NewFile) => isShownAsImage({ content_type: type, size })

/** Puts references to the pictures among new files at the cursor. */
export function insertPictures(area: HTMLTextAreaElement, files: readonly NewFile[]): void {
  const references = files.filter(isPicture).map((one) => `![${nameOf(one)}](file:${one.key})`)
  if (references.length > 0) insert(area, references.join('\n'), area.selectionStart, area.selectionEnd)
}

function nameOf({ file: { name } }: NewFile): string {
  return name.replace(/[`\\*<[\]\r\n]/g, '_')
}

/** Takes the name of a private file out of a text that more people can read. */
export function withoutName(text: string, one: NewFile): string {
  return text.replaceAll(`![${nameOf(one)}](file:${one.key})`, `![](file:${one.key})`)
}

/** The reverse. */
export function withName(text: string, one: NewFile): string {
  return text.replaceAll(`![](file:${one.key})`, `![${nameOf(one)}](file:${one.key})`)
}

export function refersTo(text: string, { key }: NewFile): boolean {
  return text.includes(`](file:${key})`)
}

/** The text with the attachment in place of the file. */
export function withNumber(text: string, { key }: NewFile, attachment: number | 'new'): string {
  return text.replaceAll(`](file:${key})`, `](attachment:${attachment})`)
}

/** A text in which pictures that were not sent are their names. */
export function withoutReferences(text: string): string {
  return text.replace(/!\[([^[\]\n]*)\]\(file:\d{1,9}\)/g, '$1')
}
