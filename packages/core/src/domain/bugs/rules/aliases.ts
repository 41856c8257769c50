// Aliases: other names of a bug, each belonging to one bug.
import { TrackerError } from '../../../kernel/errors.js'
import { fits } from '../../../call/define/inputs.js'
import { fold, storable } from '../../../store/index.js'
import type { AliasOwners } from '../../../access/find-bugs.js'
import type { UpdateInput } from '../fields/body-types.js'
import type { ListEdit } from '../fields/input-values.js'
import { rule } from './rule.js'

/** Characters. */
const maxAliasLength = 40

/** Paths that the API has used in the place of bug IDs since aliases with these names became possible. */
const reserved = ['count', 'trend', 'board']

export const aliasesRule = rule({
  name: 'aliases',
  needs: ['aliases'],
  applies: ({ alias }) => typeof alias === 'string' || !!alias,
  create(draft, { input, owners }) {
    const given = typeof input.alias === 'string' ? [input.alias] : (input.alias ?? [])
    const aliases = requireAliases(given, 'alias')
    requireUnreserved(aliases, 'alias')
    requireOwn(owners, aliases, 'alias')
    draft.setPart('aliases', aliases)
  },
  update(draft, { input: { alias } }) {
    if (typeof alias === 'string' || alias)
      draft.setPart('aliases', nextAliases(draft.beforePart('aliases'), editOf(alias)))
  },
  check(_tx, named, { owners }) {
    for (const draft of named) requireOwn(owners, draft.part('aliases'), 'alias', draft.row.id)
  },
})

function editOf(given: NonNullable<UpdateInput['alias']>): ListEdit {
  if (typeof given === 'string') return { set: [given] }
  return 'length' in given ? { set: given } : given
}

/**
 * The aliases, blanks around them cut and each once, without regard to case.
 * @throws alias_too_long, alias_is_numeric, alias_has_comma_or_space
 */
function requireAliases(given: readonly string[], field: string): string[] {
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
 * The aliases of a bug after an update. An alias that differs only in case is not new, but `set` can change the case.
 * @throws as requireAliases, alias_reserved
 */
function nextAliases(before: readonly string[], edit: ListEdit): string[] {
  const kept = new Set(before.map(fold))
  const isNew = (alias: string) => !kept.has(fold(alias))
  if (edit.set) {
    const set = requireAliases(edit.set, 'alias.set')
    requireUnreserved(set.filter(isNew), 'alias.set')
    return set
  }
  const removed = new Set((edit.remove ?? []).map((alias) => fold(alias.trim())))
  const added = requireAliases(edit.add ?? [], 'alias.add')
  requireUnreserved(added.filter(isNew), 'alias.add')
  return requireAliases([...before, ...added], 'alias.add').filter((alias) => !removed.has(fold(alias)))
}

/** @throws alias_reserved */
function requireUnreserved(aliases: readonly string[], field: string): void {
  const value = aliases.find((alias) => reserved.includes(fold(alias)))
  if (value !== undefined) throw new TrackerError('alias_reserved', { field, value })
}

/** @throws alias_in_use when one of the aliases has an owner other than the bug */
function requireOwn(owners: AliasOwners, aliases: readonly string[], field: string, bugId?: number): void {
  const value = aliases.find((alias) => (owners.get(fold(alias)) ?? bugId) !== bugId)
  if (value !== undefined) throw new TrackerError('alias_in_use', { field, value })
}
