// Resolves references to objects of the configuration, by ID or name.
import type { Directory } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { id, list, word } from './inputs.js'

/** Inputs that refer to objects of a kind, in the plural. */
export function refsOf(kind: string) {
  return {
    ids: list(id)
      .optional()
      .meta({ description: `IDs of the ${kind}.` }),
    names: list(word)
      .optional()
      .meta({ description: `Names of the ${kind}.` }),
  }
}

export interface Refs {
  readonly ids?: readonly number[] | undefined
  readonly names?: readonly string[] | undefined
}

interface Named {
  readonly id: number
  readonly name: string
}

/** Those there are of the things named, in display order; without names and ids all of them. */
export function chosen<T extends Named>(things: Directory<T>, { ids, names }: Refs): T[] {
  if (!ids && !names) return [...things]
  const wanted = new Set([
    ...(ids ?? []).map((ref) => things.get(ref)),
    ...(names ?? []).map((ref) => things.named(ref)),
  ])
  return [...things].filter((one) => wanted.has(one))
}

/** @throws params_required for references to nothing */
export function requireRefs({ ids = [], names = [] }: Refs): void {
  if (ids.length + names.length === 0) throw new TrackerError('params_required', { fields: ['ids', 'names'] })
}

/**
 * The things named, each once.
 * @throws params_required when none is, object_does_not_exist
 */
export function requireAll<T extends Named>(things: Directory<T>, kind: string, refs: Refs): T[] {
  requireRefs(refs)
  const { ids = [], names = [] } = refs
  const known = (found: T | undefined, field: string, value: number | string) => {
    if (found) return found
    throw new TrackerError('object_does_not_exist', { kind, field, value })
  }
  return [
    ...new Set([
      ...ids.map((ref) => known(things.get(ref), 'ids', ref)),
      ...names.map((ref) => known(things.named(ref), 'names', ref)),
    ]),
  ]
}

/** @throws object_does_not_exist for the first reference to none of `found` */
export function requireFound(found: readonly Named[], kind: string, { ids = [], names = [] }: Refs): void {
  const known = { ids: new Set(found.map(({ id }) => id)), names: new Set(found.map(({ name }) => name)) }
  for (const value of ids)
    if (!known.ids.has(value)) throw new TrackerError('object_does_not_exist', { kind, field: 'ids', value })
  for (const value of names)
    if (!known.names.has(value)) throw new TrackerError('object_does_not_exist', { kind, field: 'names', value })
}

/** The rows with these IDs, in the order of the IDs, each once. @throws object_does_not_exist */
export function rowsById<T extends { readonly id: number }>(
  rows: readonly T[],
  kind: string,
  ids: readonly number[],
  field = 'ids',
): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].map((value) => {
    const row = byId.get(value)
    if (row) return row
    throw new TrackerError('object_does_not_exist', { kind, field, value })
  })
}

/**
 * Nothing has the name, but the one thing that is renamed.
 * @throws param_invalid for a name on several, name_in_use
 */
export function requireFreeName<T extends Named>(
  things: Directory<T>,
  kind: string,
  name: string | undefined,
  renamed: readonly T[] = [],
): void {
  if (name === undefined) return
  const about = { field: 'name', value: name }
  if (renamed.length > 1)
    throw new TrackerError('param_invalid', { ...about, problem: `only one ${kind} at a time can be renamed` })
  const holder = things.named(name)
  if (holder && holder !== renamed[0]) throw new TrackerError('name_in_use', { ...about, kind })
}
