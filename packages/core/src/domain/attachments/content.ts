// The content of attachments: its largest size, and the text in it.
import { setImmediate } from 'node:timers/promises'
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

/** Bytes that are decoded and folded in one turn of the event loop: composing letters takes up to 100 ns for each. */
const pieceSize = 262_144

/** The content as searches look through it; null when it is no text. */
export async function searchableText(contentType: string, data: Uint8Array): Promise<string | null> {
  if (!isTextual(contentType) || data.includes(0)) return null
  const decoder = decoderFor(contentType)
  if (data.byteLength <= pieceSize) return fold(storable(decoder.decode(data)))
  let [folded, carried] = ['', '']
  for (let at = 0; at < data.byteLength; at += pieceSize) {
    await setImmediate()
    const text = carried + decoder.decode(data.subarray(at, at + pieceSize), { stream: true })
    const end = startOfLastUnit(text)
    folded += fold(storable(text.slice(0, end)))
    carried = text.slice(end)
  }
  return folded + fold(storable(carried + decoder.decode()))
}

/**
 * The last place where a text can be cut so that folding both parts is folding the whole: before a character that is never composed
 * with the one before it. Its end in a text without such characters.
 */
function startOfLastUnit(text: string): number {
  for (let at = text.length - 1; at > 0; at--) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80 || (unit >= 0x4e00 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7a3)) return at
  }
  return text.length
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
