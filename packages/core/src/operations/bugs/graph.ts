import * as z from 'zod'
import { requireBug, type BugRow } from '../../access/find-bugs.js'
import { visibleBugs } from '../../access/visibility.js'
import { bugRef } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { loadBugViews } from '../../domain/bugs/view/load.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import type { Reader, Row, Where } from '../../schema/index.js'

const mostBugs = 200
const mostEdges = 2000
const mostSteps = 5

const bugInGraph = z
  .object({
    id: z.int().meta({ ref: 'bug', description: 'ID of the bug.' }),
    summary: z.string().meta({ description: 'Summary.' }),
    status: z.string().meta({ description: 'The status.' }),
    resolution: z.string().meta({ description: 'Resolution. Empty while the bug is open.' }),
    is_open: z.boolean().meta({ description: 'Whether the bug is open.' }),
    assigned_to: z.string().meta({ ref: 'user', description: 'Login of the assignee.' }),
    priority: z.string().meta({ description: 'Priority.' }),
    severity: z.string().meta({ description: 'Severity.' }),
    target_milestone: z.string().meta({ description: 'Target milestone.' }),
  })
  .meta({ id: 'BugInGraph', description: 'A bug in a dependency graph.' })

const shown = createFieldFilter({
  include_fields: Object.keys(bugInGraph.shape),
  exclude_fields: ['assigned_to_detail'],
})

const dependency = z
  .object({
    blocks: z.int().meta({ ref: 'bug', description: 'ID of the blocked bug.' }),
    depends_on: z.int().meta({ ref: 'bug', description: 'ID of the bug that it depends on.' }),
  })
  .meta({ id: 'Dependency', description: 'A dependency between two bugs.' })

export const graphOfBug = defineRead({
  name: 'bugs.graph',
  summary: 'Get the dependency graph of a bug',
  description:
    'Returns the bugs that a bug depends on, directly or indirectly, the bugs that it blocks, up to a ' +
    'number of steps, and all dependencies between them. Bugs that the caller cannot see, and paths ' +
    'through them, are not included.\n\n' +
    'At most 200 bugs and 2,000 dependencies, nearest first; if there are more bugs, both directions get ' +
    'a share.',
  errors: ['bug_id_does_not_exist', 'improper_bug_id_field_value'],
  examples: [
    {
      title: 'Get the dependencies of a bug',
      code:
        'const { bugs, edges } = await alice.bugs.graph({ id: 12, depth: 2, open_only: true })\n' +
        'const next = edges.filter(({ blocks }) => blocks === 12).map(({ depends_on }) => depends_on)\n' +
        'console.log(bugs.filter(({ id }) => next.includes(id)))',
    },
  ],
  access: 'optional',
  input: z.strictObject({
    id: bugRef.meta({ description: 'ID or alias of the bug.' }),
    depth: z
      .int()
      .min(1)
      .max(mostSteps)
      .default(3)
      .meta({ description: 'Maximum number of steps away from the bug, 1 to 5. Defaults to 3.' }),
    open_only: z
      .boolean()
      .default(false)
      .meta({ description: 'Exclude closed bugs other than the bug itself, and paths through them.' }),
  }),
  output: z.object({
    bugs: z.array(bugInGraph).meta({ description: 'The bug itself, then the others, nearest first.' }),
    edges: z
      .array(dependency)
      .meta({ description: 'Dependencies between these bugs, those of the nearest bugs first.' }),
    cut: z.boolean().meta({ description: 'Whether there are more bugs or dependencies within this depth.' }),
  }),
  async run(tx, { id, depth, open_only }, call) {
    const start = await requireBug(tx, call, id, 'id')
    const wanted: Where<'bugs'> = open_only ? { col: 'is_open', eq: true } : { and: [] }
    const { rows, cut } = await walk(tx, start, depth, { and: [wanted, visibleBugs(call)] })
    const [bugs, edges] = await Promise.all([loadBugViews(tx, call, rows, shown), loadEdges(tx, idsOf(rows))])
    return { bugs, edges: edges.slice(0, mostEdges), cut: cut || edges.length > mostEdges }
  },
})

/** Goes step by step in both directions, from the bugs found last. */
async function walk(tx: Reader, start: BugRow, depth: number, wanted: Where<'bugs'>) {
  const rows = [start]
  let ends = { below: [start], above: [start] }
  let cut = false
  for (let step = 0; step < depth && !cut; step++) {
    const room = mostBugs - rows.length
    const [below, above] = await Promise.all([
      next(tx, rows, 'below', ends.below, { wanted, room }),
      next(tx, rows, 'above', ends.above, { wanted, room }),
    ])
    cut = below.length + above.length > room
    // Where there is no room for all, neither direction takes the other's half.
    const half = Math.max(Math.floor(room / 2), room - above.length)
    ends = { below: below.slice(0, half), above: above.slice(0, room - Math.min(half, below.length)) }
    rows.push(...ends.below, ...ends.above)
  }
  return { rows, cut }
}

/** Selects bugs not in `known` that are one step from the ends: as many as there is room for, and one more. */
async function next(
  tx: Reader,
  known: readonly BugRow[],
  direction: 'below' | 'above',
  ends: readonly BugRow[],
  { wanted, room }: { readonly wanted: Where<'bugs'>; readonly room: number },
): Promise<BugRow[]> {
  if (ends.length === 0) return []
  const from = idsOf(ends)
  const linked: Where<'bugs'> =
    direction === 'below'
      ? { some: 'blocks', where: { col: 'bug_id', in: from } }
      : { some: 'depends_on', where: { col: 'depends_on_id', in: from } }
  const where = { and: [linked, { not: { col: 'id', in: idsOf(known) } as const }, wanted] }
  return tx.select({ from: 'bugs', where, order: [{ col: 'id' }], limit: room + 1 })
}

/** The dependencies between the bugs, those of the first ones first; one more than are returned, when there are more. */
async function loadEdges(tx: Reader, ids: readonly number[]): Promise<z.input<typeof dependency>[]> {
  const among = await selectEdges(tx, ids, ids, mostEdges + 1)
  const found = among.length <= mostEdges ? among : await loadNearest(tx, ids)
  const places = new Map(ids.map((id, place) => [id, place]))
  const place = (id: number) => places.get(id) ?? 0
  return found
    .map(({ bug_id, depends_on_id }) => {
      const [from, to] = [place(bug_id), place(depends_on_id)]
      return { edge: { blocks: bug_id, depends_on: depends_on_id }, near: Math.min(from, to), far: Math.max(from, to) }
    })
    .toSorted((a, b) => a.near - b.near || a.far - b.far)
    .map(({ edge }) => edge)
    .slice(0, mostEdges + 1)
}

/** Bugs whose dependencies are read at once if not all are wanted: 200 could have up to 8,000. */
const bugsAtOnce = 20

async function loadNearest(tx: Reader, ids: readonly number[]): Promise<Edge[]> {
  const found: Edge[] = []
  for (let from = 0; from < ids.length && found.length <= mostEdges; from += bugsAtOnce) {
    const rest = ids.slice(from)
    for (const edge of await selectEdges(tx, rest.slice(0, bugsAtOnce), rest)) found.push(edge)
  }
  return found
}

type Edge = Pick<Row<'bug_dependencies'>, 'bug_id' | 'depends_on_id'>

/** The dependencies between one of the bugs and another. */
async function selectEdges(
  tx: Reader,
  some: readonly number[],
  others: readonly number[],
  limit?: number,
): Promise<Edge[]> {
  const where: Where<'bug_dependencies'> = {
    or: [
      {
        and: [
          { col: 'bug_id', in: some },
          { col: 'depends_on_id', in: others },
        ],
      },
      {
        and: [
          { col: 'depends_on_id', in: some },
          { col: 'bug_id', in: others },
        ],
      },
    ],
  }
  return tx.select({ from: 'bug_dependencies', where, columns: ['bug_id', 'depends_on_id'], limit })
}

function idsOf(rows: readonly BugRow[]): number[] {
  return rows.map(({ id }) => id)
}
