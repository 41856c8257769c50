// Aliases: other names of a bug, each belonging to one bug.
import { TrackerError } from '../../../kernel/errors.js'
import { fits } from '../../../define/inputs.js'
import type { Reader } from '../../../schema/index.js'
import { fold, storable } from '../../../store/index.js'
import { loadAliasOwners, type AliasOwners } from '../../../access/find-bugs.js'

/** Characters. */
const maxAliasLength = 40

/** An update may add aliases, take them away or, which overrides both, say what they all are. */
export interface AliasEdit {
  readonly add?: readonly string[] | undefined
  readonly remove?: readonly string[] | undefined
  readonly set?: readonly string[] | undefined
}

/**
 * The aliases, blanks around them cut and each once, without regard to case.
 * @throws alias_too_long, alias_is_numeric, alias_has_comma_or_space
 */
export function requireAliases(given: readonly string[], field: string): string[] {
  const aliases = new Map<string, string>()
  for (const one of given) {
    const alias = storable(one).trim()
    if (alias === '') continue
    if (!fits(alias, maxAliasLength))
      throw new TrackerError('alias_too_long', { field, value: alias, limit: maxAliasLength })
    if (/^#?\d+$/.test(alias)) throw new TrackerError('alias_is_numeric', { field, value: alias })
    if (/[\s,]/.test(alias)) throw new TrackerError('alias_has_comma_or_space', { field, value: alias })
    if (!aliases.has(fold(alias))) aliases.set(fold(alias), alias)
  }
  return [...aliases.values()]
}

/**
 * The aliases of a bug after an update. Case alone does not make another alias, but can be changed with `set`. @throws as
 * requireAliases
 */
export function nextAliases(before: readonly string[], edit: AliasEdit): string[] {
  if (edit.set) return requireAliases(edit.set, 'alias.set')
  const removed = new Set((edit.remove ?? []).map((alias) => fold(alias.trim())))
  const added = requireAliases(edit.add ?? [], 'alias.add')
  return requireAliases([...before, ...added], 'alias.add').filter((alias) => !removed.has(fold(alias)))
}

/** @throws alias_in_use when another bug has one of the aliases */
export async function requireUnused(
  tx: Reader,
  aliases: readonly string[],
  field: string,
  bugId?: number,
): Promise<void> {
  if (aliases.length > 0) requireOwn(await loadAliasOwners(tx, aliases), aliases, field, bugId)
}

/** @throws alias_in_use when one of the aliases has an owner other than the bug */
export function requireOwn(owners: AliasOwners, aliases: readonly string[], field: string, bugId?: number): void {
  const value = aliases.find((alias) => (owners.get(fold(alias)) ?? bugId) !== bugId)
  if (value !== undefined) throw new TrackerError('alias_in_use', { field, value })
}
