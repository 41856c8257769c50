// Code hooks by ID.
import type { CodeHost } from '../../code/code-event.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Call } from '../../call/context.js'
import { rowsById } from '../../call/define/refs.js'
import type { Reader, Row } from '../../schema/index.js'

export type CodeHook = Row<'code_hooks'>

/** @throws params_required, object_does_not_exist */
export async function requireHooks(
  tx: Reader,
  ids: readonly number[],
  field: 'id' | 'ids' = 'ids',
): Promise<CodeHook[]> {
  if (ids.length === 0) throw new TrackerError('params_required', { fields: [field] })
  const rows = await tx.select({ from: 'code_hooks', where: { col: 'id', in: [...new Set(ids)] } })
  return rowsById(rows, 'code hook', ids, field)
}

/** The log of what comes in has only the names of hooks. @throws name_in_use */
export async function requireFreeName(tx: Reader, name: string): Promise<void> {
  if ((await tx.count('code_hooks', { col: 'name', eq: name })) > 0)
    throw new TrackerError('name_in_use', { kind: 'code hook', field: 'name', value: name })
}

/** The address for the settings of the host; a path where the address of the tracker is not configured. */
export function urlOfHost({ catalogue: { parameters } }: Pick<Call, 'catalogue'>, host: CodeHost): string {
  return `${parameters.urlbase.replace(/\/$/, '')}/rest/git/${host}`
}
