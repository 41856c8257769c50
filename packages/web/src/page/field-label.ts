import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import type { Texts } from '../texts/index.js'

/** What a field is called: custom ones as their administrator says. */
export function labelOf(
  { metadata }: { readonly metadata: ServerMetadataAnswer },
  texts: Texts,
  field: string,
): string {
  if (Object.hasOwn(texts.fields, field)) return texts.fields[field as keyof Texts['fields']]
  return metadata.fields.find(({ name }) => name === field)?.display_name ?? field
}
