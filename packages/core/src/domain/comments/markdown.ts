// The permission to write Markdown.
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'

export function isMarkdownAllowed({ catalogue }: Pick<Call, 'catalogue'>): boolean {
  return catalogue.parameters.use_markdown === '1'
}

/** @throws markdown_disabled, naming the field */
export function requireMarkdown(call: Pick<Call, 'catalogue'>, field: string): void {
  if (!isMarkdownAllowed(call)) throw new TrackerError('markdown_disabled', { field, value: true })
}
