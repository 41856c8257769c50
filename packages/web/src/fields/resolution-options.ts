import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { valueNames } from '../page/value-names.js'
import { inWords } from '../page/value-words.js'
import { bugOptions } from '../parts/bug-options.js'
import type { Option } from '../parts/option.js'
import type { App } from '../state/app.js'
import { typedBug } from './typed-bug.js'

export const duplicate = 'DUPLICATE'

/** The resolutions of a bug. That of duplicates asks for the other bug. */
export function resolutionOptions(app: App, metadata: ServerMetadataAnswer, id: number): readonly Option[] {
  const { texts } = app
  const otherBug = { label: texts.fields.dupe_of, options: bugOptions(app, id), create: typedBug }
  return valueNames(metadata, 'resolution').map((name) => ({
    value: name,
    text: inWords(texts, name),
    keywords: name,
    ...(name === duplicate && { next: otherBug }),
  }))
}
