// Operations that a cancelled request does not begin.
import type { CallOptions } from '@trackerkit/core'
import { resources, type Context } from './tool.js'

type Methods = Readonly<Record<string, (input: object, options: CallOptions) => Promise<unknown>>>

/** The same operations, called with the signal of one request. */
export function cancellable(operations: Context['operations'], signal: AbortSignal): Context['operations'] {
  const bound = resources.map((resource) => {
    const methods = Object.entries(operations[resource] as unknown as Methods)
    return [
      resource,
      Object.fromEntries(methods.map(([verb, run]) => [verb, (input: object) => run(input, { signal })])),
    ]
  })
  return Object.fromEntries(bound) as Context['operations']
}
