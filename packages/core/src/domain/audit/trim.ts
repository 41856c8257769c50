// Removes audit log entries older than the parameter audit_keep_days.
import { subDays } from 'date-fns/subDays'
import { retrying } from '../../call/retry.js'
import type { Environment } from '../../kernel/environment.js'
import type { TrackerSchema, Where } from '../../schema/index.js'
import { writeToKnownSchema } from '../../schema/known-migrations.js'
import { parameterValues } from '../../setup/parameters.js'
import type { Store } from '../../store/index.js'
import { loginEntries } from './logins.js'

/** A small batch, so that other writes do not wait long. */
const atOnce = 1000

/** Erasures, on which imports and restored backups rely, and logins, on which later erasures rely. */
const kept: Where<'audit_log'> = { or: [{ col: 'class', eq: 'Erasure' }, loginEntries] }

/** Removes entries older than the parameter audit_keep_days. `isOver` is checked between batches. */
export async function trimAuditLog(
  { store, environment }: { readonly store: Store<TrackerSchema>; readonly environment: Environment },
  isOver: () => boolean = () => false,
): Promise<void> {
  const now = environment.clock()
  const parameters = await retrying(environment, () =>
    store.read((tx) => tx.select({ from: 'parameters', where: { col: 'name', eq: 'audit_keep_days' } })),
  )
  const days = Number(parameterValues(parameters).audit_keep_days)
  if (days === 0) return
  const old = { and: [{ col: 'at', lt: subDays(now, days) } as const, { not: kept }] }
  const removeSome = () =>
    writeToKnownSchema(store, async (tx) => {
      const order = [{ col: 'at' }] as const
      const rows = await tx.select({ from: 'audit_log', where: old, order, limit: atOnce, columns: ['id'] })
      if (rows.length > 0) await tx.delete('audit_log', { col: 'id', in: rows.map(({ id }) => id) })
      return rows.length
    })
  while (!isOver() && (await retrying(environment, removeSome)) === atOnce);
}
