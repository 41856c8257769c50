// How parameters are stored.
import { audit } from '../audit/write.js'
import type { Call } from '../../call/context.js'
import type { Writer } from '../../schema/index.js'
import { parameterTable, type ParameterName } from '../../setup/parameters.js'

/** Parameters have names and no ids. */
const auditId = 0

/**
 * Stores and logs the values that differ from the current ones, and returns their names. The caller marks the catalogue
 * as changed.
 */
export async function writeParameters(
  tx: Writer,
  call: Call,
  values: Partial<Readonly<Record<ParameterName, string>>>,
): Promise<ParameterName[]> {
  const { parameters } = call.catalogue
  const changed = (Object.keys(values) as ParameterName[]).filter((name) => values[name] !== parameters[name])
  const valueOf = (name: ParameterName) => values[name] ?? ''
  await tx.delete('parameters', { col: 'name', in: changed })
  await tx.insert(
    'parameters',
    changed
      .filter((name) => valueOf(name) !== parameterTable[name].default)
      .map((name) => ({ name, value: valueOf(name) })),
  )
  const changes = changed.map((field) => ({ field, removed: parameters[field], added: valueOf(field) }))
  await audit(tx, call, 'parameters', auditId, changes)
  return changed
}
