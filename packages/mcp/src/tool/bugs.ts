// Bugs as tools return them, and which bugs they can see.
import type { Bug } from '@trackerkit/core'
import type { BugField } from '@trackerkit/core/types'
import { ToolError, untrusted } from './answer.js'
import type { Context } from './tool.js'

/** Fields of a bug in lists. */
export const listedFields = [
  'id',
  'summary',
  'status',
  'resolution',
  'product',
  'component',
  'priority',
  'severity',
  'assigned_to',
  'last_change_time',
] as const satisfies readonly BugField[]

type Listed = Pick<Bug, (typeof listedFields)[number]>

/** A bug in a list. Details of people come with their logins unasked, and are left out. */
export function viewListed(bug: Listed) {
  const { id, summary, status, resolution, product, component, priority, severity, assigned_to, last_change_time } = bug
  return {
    id,
    summary: untrusted(summary),
    status,
    resolution,
    product,
    component,
    priority,
    severity,
    assigned_to,
    last_change_time,
  }
}

/** The products that a tool looks into: those it was asked for, of those that are there for it. @throws ToolError */
export function within({ products }: Context, asked: readonly string[] = []): readonly string[] | undefined {
  if (products && asked.some((name) => !includes(products, name)))
    throw new ToolError('param_invalid', 53, `product: there are only these products: ${products.join(', ')}.`)
  // For operations, an empty list is all products.
  return asked.length > 0 ? asked : products
}

/**
 * A whole bug. One of a product that is not there for the assistant is answered as one that does not exist.
 * @throws ToolError, what bugs.get fails with
 */
export async function requireBug(context: Context, ref: number | string): Promise<Bug> {
  const { bugs } = await context.operations.bugs.get({ ids: [ref] }).catch((error: unknown) => {
    throw isAbsent(error) ? absent(ref) : error
  })
  const [bug] = bugs
  if (!bug || !isThere(context, bug)) throw absent(ref)
  return bug
}

/** Returns true if the bug is of a product that is there for the assistant. */
export function isThere({ products }: Context, { product }: Pick<Bug, 'product'>): boolean {
  return !products || includes(products, product)
}

function isAbsent(error: unknown): boolean {
  const codes: readonly unknown[] = ['bug_id_does_not_exist', 'improper_bug_id_field_value']
  return error instanceof Error && 'code' in error && codes.includes(error.code)
}

function absent(ref: number | string): ToolError {
  return new ToolError('bug_id_does_not_exist', 101, `There is no bug ${ref}, or you may not see it.`)
}

/** Names of products are compared without regard to case. */
export function includes(names: readonly string[], name: string): boolean {
  return names.some((one) => one.toLowerCase() === name.toLowerCase())
}
