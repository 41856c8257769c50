// packages/core/src/tracker/generated/verbs.ts: the names of all operations, for trackers that have not loaded them yet.
import type { AnyOperation } from '../../packages/core/src/call/define/operation.js'

type Registry = Readonly<Record<string, Readonly<Record<string, AnyOperation>>>>

export function operationNames(operations: Registry): string {
  const lines = Object.entries(operations).map(([resource, verbs]) => {
    return `${resource}: [${Object.keys(verbs)
      .map((verb) => `'${verb}'`)
      .join(', ')}],`
  })
  return `// Written by \`npm run generate\` from the operations: change those.

/** The verbs of each resource. */
export const verbs = {
${lines.join('\n')}
} as const
`
}
