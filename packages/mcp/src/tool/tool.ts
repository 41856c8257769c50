// Types of tools.
import type { Operations } from '@trackerkit/core'
import type * as z from 'zod'

/** Context of all tools. */
export interface Context {
  readonly operations: Pick<
    Operations,
    'bugs' | 'changes' | 'comments' | 'fields' | 'inbox' | 'parameters' | 'products' | 'server' | 'users'
  >
  /** The only products whose bugs are there; undefined: all. */
  readonly products: readonly string[] | undefined
}

/** One tool: its name and texts are what the assistant chooses by. */
export interface Tool<I extends z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: I
  readonly output: z.ZodObject
  readonly isWrite?: boolean
  readonly run: (context: Context, input: z.output<I>) => Promise<object>
}

/** A tool, whatever it takes. */
export interface AnyTool extends Omit<Tool<z.ZodObject>, 'run'> {
  readonly run: (context: Context, input: Readonly<Record<string, unknown>>) => Promise<object>
}

/** Defines a tool. The SDK parses what comes in before `run` sees it. */
export function defineTool<I extends z.ZodObject>(tool: Tool<I>): AnyTool {
  return { ...tool, run: (context, input) => tool.run(context, input as z.output<I>) }
}
