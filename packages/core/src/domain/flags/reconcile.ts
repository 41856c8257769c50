// Adjusts flags when their types change.
import { loadCatalogue, type FlagType } from '../../setup/catalogue.js'
import { groupBy } from '../../kernel/collections.js'
import type { Call } from '../../call/context.js'
import type { Row, Writer } from '../../schema/index.js'
import { createUserCache } from '../users/user-cache.js'
import { applies } from './flag-type.js'
import { flagsAfterMove, flagSetters } from './after-move.js'
import { writeFlags } from './write.js'

/**
 * Adjusts flags to types that have just changed. Requestees are removed if the type no longer permits them. If a type
 * no longer applies, its flags change to another type of the same name or are removed. History has no entries because
 * no bug changed.
 *
 * @param before the types as they were
 */
export async function reconcileFlags(tx: Writer, call: Call, before: readonly FlagType[]): Promise<void> {
  const [installation] = await tx.select({ from: 'installation' })
  if (!installation) return
  const catalogue = await loadCatalogue(tx, installation)
  const now = before.flatMap((type) => catalogue.flagTypes.get(type.id) ?? [])
  const closed = before.filter((type) => type.is_requesteeble && !catalogue.flagTypes.get(type.id)?.is_requesteeble)
  if (closed.length > 0) {
    const ofTypes = { col: 'type_id', in: closed.map((type) => type.id) } as const
    await tx.update('flags', { and: [ofTypes, { not: { col: 'requestee_id', eq: null } }] }, { requestee_id: null })
  }
  const left: Row<'flags'>[] = []
  for (const type of now) {
    const old = before.find((one) => one.id === type.id)
    const components = [...catalogue.components.values()]
      .filter((component) => old && applies(old, component) && !applies(type, component))
      .map((component) => component.id)
    if (components.length === 0) continue
    const inComponents = { some: 'bug', where: { col: 'component_id', in: components } } as const
    const where = { and: [{ col: 'type_id', eq: type.id } as const, inComponents] }
    left.push(...(await tx.select({ from: 'flags', where })))
  }
  await relocateFlags(tx, { ...call, catalogue }, left)
}

/** Treats each bug and attachment with one of these flags as if it had just moved to its component. */
async function relocateFlags(tx: Writer, call: Call, left: readonly Row<'flags'>[]): Promise<void> {
  const bugIds = [...new Set(left.map((flag) => flag.bug_id))]
  if (bugIds.length === 0) return
  const flags = await tx.select({ from: 'flags', where: { col: 'bug_id', in: bugIds } })
  const bugs = await tx.select({ from: 'bugs', where: { col: 'id', in: bugIds }, columns: ['id', 'component_id'] })
  const componentOf = new Map(bugs.map((bug) => [bug.id, call.catalogue.components.get(bug.component_id)]))
  const setters = await createUserCache(tx, call.catalogue).callers(flagSetters(call, flags))
  const carriers = groupBy(flags, (flag) => `${flag.bug_id} ${flag.attachment_id}`)
  const changes = [...carriers.values()].map((before) => {
    const component = componentOf.get(before[0]?.bug_id ?? 0)
    return { before, after: component ? flagsAfterMove(call, component, before, setters) : before }
  })
  await writeFlags(tx, changes)
}
