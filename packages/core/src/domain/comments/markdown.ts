// The permission to write Markdown.
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'

/** @throws markdown_disabled, naming the field */
export function requireMarkdown({ catalogue }: Pick<Call, 'catalogue'>, field: string): void {
  if (catalogue.parameters.use_markdown !== '1') throw new TrackerError('markdown_disabled', { field, value: true })
}
