// The fields of an attachment as Create Attachment and Update Attachment take them.
import * as z from 'zod'
import { TrackerError } from '../../kernel/errors.js'
import { limited, line, maxFileNameLength } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'

/** Characters. */
const maxTypeLength = 255

/** Removes folders, and keeps the end of a name that is too long. Raises file_not_specified (603). */
export const fileName = line
  .transform((path) =>
    Array.from(path.replace(/^.*[\\/]/, ''))
      .slice(-maxFileNameLength)
      .join(''),
  )
  .refine((name) => name !== '', problem('file_not_specified'))

/** A one-line description. Raises missing_attachment_description (604), text_too_long (104). */
export const attachmentSummary = line.refine((text) => text !== '', problem('missing_attachment_description'))

const contentTypePattern =
  /^(application|audio|font|image|message|model|multipart|text|video)\/[\w!#$&^.+-]+(\s*;\s*[\w!#$&^.+-]+=([\w!#$&^.+-]+|"[ !#-[\]-~]*"))*$/i

/**
 * A media type with a known top-level type, optionally with parameters such as charset. Types are case-insensitive and stored in lower
 * case, so that searches find them. Raises text_too_long (104), invalid_content_type (601). An empty one is up to
 * `typeOfContent`.
 */
export const contentType = limited(line, maxTypeLength)
  .refine((type) => type === '' || contentTypePattern.test(type), problem('invalid_content_type'))
  .overwrite((type) => type.replace(/^[^;]*/, (kind) => kind.toLowerCase()))

/** The type of the content; always text/plain for a patch. @throws invalid_content_type when none is given */
export function typeOfContent({
  is_patch,
  content_type = '',
}: {
  readonly is_patch: boolean
  readonly content_type?: string | undefined
}): string {
  if (is_patch) return 'text/plain'
  if (content_type === '')
    throw new TrackerError('invalid_content_type', { field: 'content_type', value: content_type })
  return content_type
}

/**
 * The content. Raises param_invalid (53); emptiness and size are checked where the limits are known. Its meta has the
 * encoding in JSON, so that copies of the schema have it too.
 */
export const content: z.ZodType<Uint8Array, Uint8Array> = z
  .instanceof(Uint8Array, { error: 'expected bytes; in JSON these are base64 and nothing else' })
  .meta({ contentEncoding: 'base64' })
