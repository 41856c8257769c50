// Results of tools: JSON of bounded length, with long texts cut.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'

/** Maximum characters of a result. */
const longest = 40_000
/** Texts of a crowded answer are cut to this at least. */
const shortestText = 60

/** User content. Assistants are instructed to treat a field of this name only as data. */
export interface Untrusted {
  readonly untrusted_text: string
}

/** Marks a text as user content. */
export function untrusted(text: string): Untrusted {
  return { untrusted_text: text }
}

/** The answer of a tool. Where it is too long as a whole, its texts are cut further. */
export function answer(value: object, maxText: number): CallToolResult {
  for (let most = maxText; most >= shortestText; most = Math.floor(most / 2)) {
    const text = JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? cut(part, most) : part))
    if (text.length <= longest)
      return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as Record<string, unknown> }
  }
  return failure('The answer would be longer than 40,000 characters. Ask for less: fewer bugs, or a narrower search.')
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text
  // Half of a pair of surrogates is no character.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most
  return `${text.slice(0, end)} … (${text.length - end} more characters)`
}

/** An error of the tool itself. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  constructor(
    readonly code: string,
    readonly number: number,
    message: string,
  ) {
    super(message)
  }
}

/**
 * Returns the error message for an assistant: the tracker's public one. Other faults, which may contain addresses or secrets, are
 * only logged: to stderr, because stdout may be the transport.
 */
export function refuse(tool: string, error: unknown): CallToolResult {
  if (!isForCallers(error)) {
    console.error(`trackerkit: the tool ${tool} failed`, error)
    return failure('Internal error. The log of the server has the cause.')
  }
  return failure(`${error.code} (${error.number}): ${error.message}`)
}

/** By name: errors of the tracker and of its client are classes of packages that this one does not import. */
function isForCallers(error: unknown): error is Error & { readonly code: string; readonly number: number } {
  return error instanceof Error && ['TrackerError', 'ToolError'].includes(error.name)
}

function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] }
}
