// The help of a command that runs one operation: what the operation and the fields of its input say of themselves.
import type { AnyOperation } from '@trackerkit/core/operations'
import { inputFields } from '@trackerkit/rest'

const columns = 100
const indent = '      '

/** `words` are those of the command, such as `component create`. */
export function helpOf(words: string, operation: AnyOperation): string {
  const options = inputFields(operation).map(({ name, description, isRequired }) =>
    [
      `${indent}--${name.replaceAll('_', '-')}${isRequired ? '  (needed, unless it is named without an option)' : ''}`,
      ...linesOf(description, `${indent}    `),
    ].join('\n'),
  )
  const text = operation.description.split('\n\n').map((paragraph) => linesOf(paragraph, '  ').join('\n'))
  return `${[`trackerkit ${words} ...`, ...text, ...options].join('\n\n')}\n\n  See 'trackerkit --help' for what stands beside the options, and for --db, --as and --json.\n`
}

/** The text in lines that are no longer than a terminal is wide. */
function linesOf(text: string, margin: string): string[] {
  return text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1)
    if (last === undefined || `${last} ${word}`.length > columns) return [...lines, `${margin}${word}`]
    return [...lines.slice(0, -1), `${last} ${word}`]
  }, [])
}
