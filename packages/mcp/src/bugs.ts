// How tools tell of bugs, and which bugs are there for them.
import type { Bug } from '@trackerkit/core'
import { Refusal, untrusted } from './answer.js'
import type { Context } from './tool.js'

/** What lists tell of a bug. */
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
] as const

type Listed = Pick<Bug, (typeof listedFields)[number]>

/** A bug in a list. */
export function viewListed({ summary, ...bug }: Listed) {
  return { ...bug, summary: untrusted(summary) }
}

/** The products that a tool looks into: those it was asked for, of those that are there for it. @throws Refusal */
export function within({ products }: Context, asked: readonly string[] | undefined): readonly string[] | undefined {
  if (!products) return asked
  const others = asked?.filter((name) => !includes(products, name)) ?? []
  if (others.length > 0)
    throw new Refusal('param_invalid', 53, `product: only these products are there: ${products.join(', ')}.`)
  return asked ?? products
}

/**
 * A whole bug. One of a product that is not there for the assistant is answered as one that does not exist.
 * @throws Refusal, what bugs.get fails with
 */
export async function requireBug({ operations, products }: Context, id: number): Promise<Bug> {
  const { bugs } = await operations.bugs.get({ ids: [id] }).catch((error: unknown) => {
    throw isAbsent(error) ? absent(id) : error
  })
  const [bug] = bugs
  if (!bug || (products && !includes(products, bug.product))) throw absent(id)
  return bug
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'bug_id_does_not_exist'
}

function absent(id: number): Refusal {
  return new Refusal('bug_id_does_not_exist', 101, `There is no bug ${id}, or you may not see it.`)
}

/** Names of products are told apart without regard to case. */
function includes(names: readonly string[], name: string): boolean {
  return names.some((one) => one.toLowerCase() === name.toLowerCase())
}
