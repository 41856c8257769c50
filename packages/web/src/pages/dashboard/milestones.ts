// The milestones of the open bugs that are assigned to a user.
import type { Client } from '../../page/operations.js'
import type { OpenClosed } from '../../parts/open-closed.js'
import { countOf, countOpenClosed } from '../products/counts.js'

export interface DueMilestone {
  readonly product: string
  readonly name: string
  /** YYYY-MM-DD; null for none. */
  readonly due: string | null
  /** All of its bugs. */
  readonly bugs: OpenClosed
}

const [mostProducts, most] = [3, 5]

/** Those that are due first, of three products at most. */
export async function loadMilestones(operations: Client, login: string): Promise<readonly DueMilestone[]> {
  const criteria = { assigned_to: login, status: '__open__' }
  const { x, y, counts } = await operations.bugs.count({ ...criteria, x: 'product', y: 'target_milestone' })
  const namesOf = (row: number) => y.filter((name, at) => name !== '---' && (counts[row]?.[at] ?? 0) > 0)
  const found = await Promise.all(
    x
      .map((product, row) => ({ product, names: namesOf(row) }))
      .filter(({ names }) => names.length > 0)
      .slice(0, mostProducts)
      // A bug can be visible though its product is not.
      .map(({ product, names }) => milestonesIn(operations, product, names).catch(() => [])),
  )
  const byDate = ({ due }: DueMilestone) => due ?? '9999'
  return found
    .flat()
    .toSorted((a, b) => (byDate(a) < byDate(b) ? -1 : 1))
    .slice(0, most)
}

async function milestonesIn(
  operations: Client,
  product: string,
  names: readonly string[],
): Promise<readonly DueMilestone[]> {
  const [{ milestones }, counts] = await Promise.all([
    operations.milestones.get({ product, names }),
    countOpenClosed(operations, { product }, 'target_milestone', names),
  ])
  return milestones.map(({ name, due_date: due }) => {
    const bugs = countOf(counts, name, { product, target_milestone: name })
    return { product, name, due, bugs }
  })
}
