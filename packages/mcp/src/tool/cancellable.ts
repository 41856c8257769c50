// Operations that a cancelled request does not begin.
import type { CallOptions } from '@trackerkit/core'
import type { Context } from './tool.js'

type Methods = Readonly<Record<string, (input: object, options: CallOptions) => Promise<unknown>>>

/** The same operations, called with the signal of one request. */
export function cancellable(operations: Context['operations'], signal: AbortSignal): Context['operations'] {
  // Only methods that are called are looked up: a host may inherit them from classes, or lack those that no tool calls.
  return new Proxy({} as typeof operations, {
    get(_operations, resource: keyof typeof operations) {
      const methods = operations[resource] as unknown as Methods
      return new Proxy(
        {},
        {
          get(_methods, verb: string) {
            const run = methods[verb]
            return run && ((input: object) => run.call(methods, input, { signal }))
          },
        },
      )
    },
  })
}
