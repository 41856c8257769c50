// What tools answer: JSON of a bounded length, in which long texts are cut.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'

/** So many characters an answer has at most. */
const longest = 40_000
/** Texts of a crowded answer are cut to this at least. */
const shortestText = 60

/** What people wrote. Assistants are told that a field of this name is data and nothing else. */
export interface Untrusted {
  readonly untrusted_text: string
}

/** Marks a text as written by somebody. */
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

/** What a tool itself refuses. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly code: string,
    readonly number: number,
    message: string,
  ) {
    super(message)
  }
}

/** What an assistant is told of an error: what the tracker says to anybody. Other faults are for who runs the server. */
export function refuse(error: unknown): CallToolResult {
  if (!isForCallers(error)) throw error
  return failure(`${error.code} (${error.number}): ${error.message}`)
}

/** By name: errors of the tracker and of its client are classes of packages that this one does not import. */
function isForCallers(error: unknown): error is Error & { readonly code: string; readonly number: number } {
  return error instanceof Error && ['TrackerError', 'Refusal'].includes(error.name)
}

function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] }
}
