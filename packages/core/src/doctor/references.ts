import { rowsOf } from '../moving/copy/rows.js'
import { schema } from '../schema/index.js'
import type { Entity, PlainReader, PlainRow, Relation } from '../store/index.js'
import type { Check } from './check.js'
import { placeOf } from './problem.js'

const entities: Readonly<Record<string, Entity>> = schema

/** A column that holds the key of a row of another entity, whose key is one column. */
interface Reference {
  readonly column: string
  readonly target: string
  readonly targetKey: string
}

/**
 * Columns that look like references but need not be: custom field numbers are bug IDs only for some types, and the change feed
 * and comments may refer to deleted bugs.
 */
const others = ['custom_values.linked_bug', 'changes.bug', 'comments.related_bug']

function referencesOf(entity: string, declared: Entity): Reference[] {
  return Object.entries(declared.relations)
    .filter(([relation, to]) => refersToKey(declared, to) && !others.includes(`${entity}.${relation}`))
    .map(([, { entity: target, on }]) => ({ column: on[0]?.[0] ?? '', target, targetKey: on[0]?.[1] ?? '' }))
}

/** Returns true if the relation points to that key. If both sides are keys, the assigned one existed first. */
function refersToKey({ key }: Entity, { entity, on }: Relation): boolean {
  const target = entities[entity]
  const [[here, there] = []] = on
  if (on.length !== 1 || target?.key.length !== 1 || target.key[0] !== there) return false
  return target.autoId === true || key.length > 1 || key[0] !== here
}

export const referenceCheck: Check = {
  name: 'references',
  holds: 'whatever a row refers to is there',
  async find(reader, tell) {
    // The schema determines the entities, so static types do not apply.
    const tx = reader as unknown as PlainReader
    for (const [entity, declared] of Object.entries(entities)) {
      const references = referencesOf(entity, declared)
      if (references.length === 0) continue
      for await (const rows of rowsOf(tx, entity, declared)) {
        for (const reference of references)
          for (const row of await broken(tx, entity, reference, rows))
            await tell({
              check: this.name,
              place: placeOf(entity, declared.key, row),
              isRepairable: false,
              text: `${reference.column} refers to something that is not in ${reference.target}`,
            })
      }
    }
  },
}

/** The rows with a dangling reference. */
async function broken(
  tx: PlainReader,
  entity: string,
  { column, target, targetKey }: Reference,
  rows: readonly PlainRow[],
) {
  const referring = rows.filter((row) => row[column] !== null && !isStart(entity, column, row))
  const wanted = [...new Set(referring.map((row) => row[column] ?? null))]
  if (wanted.length === 0) return []
  const found = await tx.select({ from: target, where: { col: targetKey, in: wanted }, columns: [targetKey] })
  const there = new Set(found.map((row) => row[targetKey]))
  return referring.filter((row) => !there.has(row[column]))
}

/** A workflow begins at no status. */
function isStart(entity: string, column: string, row: PlainRow): boolean {
  return entity === 'status_workflow' && column === 'from_status_id' && row[column] === 0
}
