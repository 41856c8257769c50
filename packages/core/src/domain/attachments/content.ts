// The content of attachments: its largest size, and the text in it.
import type { Catalogue } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { fold, storable } from '../../store/index.js'

/** The most bytes that an attachment may have. */
export function sizeLimit({ parameters }: Catalogue): number {
  return Math.max(Number(parameters.maxattachmentsize) * 1024, Number(parameters.maxlocalattachment) * 1024 * 1024)
}

/** @throws zero_length_file, file_too_large */
export function requireSize(catalogue: Catalogue, data: Uint8Array): void {
  const limit = sizeLimit(catalogue)
  if (data.byteLength === 0) throw new TrackerError('zero_length_file', { field: 'data' })
  if (data.byteLength > limit)
    throw new TrackerError('file_too_large', { field: 'data', value: data.byteLength, limit })
}

/** The content as searches look through it; null when it is no text. */
export function searchableText(contentType: string, data: Uint8Array): string | null {
  if (!isTextual(contentType) || data.includes(0)) return null
  return fold(storable(decoderFor(contentType).decode(data)))
}

export function isTextual(contentType: string): boolean {
  return /^text\/|^application\/([\w.-]+\+)?(json|xml|javascript|x-sh|sql|yaml)\b/i.test(contentType)
}

/** For the charset that the type names; UTF-8 when it names none that is known. */
function decoderFor(contentType: string): InstanceType<typeof TextDecoder> {
  const charset = /;\s*charset="?([\w.:-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
