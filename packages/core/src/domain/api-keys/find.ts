// API keys, as far as a caller may know of them.
import { hasRight, type Call } from '../../call/context.js'
import { rowsById } from '../../call/define/refs.js'
import type { Reader, Row, Where } from '../../schema/index.js'

/** The caller's keys, or all keys for administrators and the embedding program. */
export function knownKeys(call: Call): Where<'api_keys'> {
  if (hasRight(call, 'admin')) return { and: [] }
  return { col: 'user_id', in: call.who.user ? [call.who.user.id] : [] }
}

/** The keys with these ids, each once. @throws object_does_not_exist for the first that the caller does not know of */
export async function requireKeys(tx: Reader, call: Call, ids: readonly number[]): Promise<Row<'api_keys'>[]> {
  const rows = await tx.select({ from: 'api_keys', where: { and: [{ col: 'id', in: ids }, knownKeys(call)] } })
  return rowsById(rows, 'API key', ids)
}
