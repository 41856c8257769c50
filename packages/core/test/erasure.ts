// What tests of erasure share.
import { schema, type EntityName } from '../src/schema/index.js'
import { inStore, setParameter } from './bug-rows.js'
import type { World } from './harness.js'
import { rowsOf } from './people.js'

/** A word that is nowhere else. */
export const secret = 'Rumpelstiltskin'

/** Where the word is stored, by the name of the entity and the column, without regard to case. */
export async function whereIs(world: World, word: string): Promise<string[]> {
  const found: string[] = []
  for (const entity of Object.keys(schema) as EntityName[]) {
    for (const row of await rowsOf(world, entity)) {
      for (const [column, value] of Object.entries(row))
        if (textOf(value).toLowerCase().includes(word.toLowerCase())) found.push(`${entity}.${column}`)
    }
  }
  return [...new Set(found)]
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : (JSON.stringify(value) ?? '')
}

/** Switches a kind of erasure on. */
export async function allow(world: World, parameter: string): Promise<void> {
  await inStore(world.store, (tx) => setParameter(tx, parameter, '1'))
}

/** Why things were taken out, as the audit log has it. */
export async function reasons(world: World) {
  const { audit_log } = await world.as('admin').audit.get({ class: 'Erasure' })
  return audit_log.map(({ object_id, field, removed, added, user }) => ({ object_id, field, removed, added, user }))
}
