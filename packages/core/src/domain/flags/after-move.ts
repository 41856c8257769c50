// Flags of bugs that move to another component.
import type { Component, FlagType } from '../../setup/catalogue.js'
import { groupBy } from '../../kernel/collections.js'
import type { Call, Caller } from '../../call/context.js'
import { applies } from './flag-type.js'
import type { FlagState } from './plan.js'
import { maySet, type FlagStatus } from './rights.js'

export type Setters = ReadonlyMap<number, Caller>

/** The setters of flags for which another type of the same name exists, whose rights decide. */
export function flagSetters({ catalogue }: Call, flags: readonly FlagState[]): Set<number> {
  const byName = groupBy(catalogue.flagTypes.values(), (type) => type.name_folded)
  const isShared = ({ type_id }: FlagState) =>
    (byName.get(catalogue.flagTypes.get(type_id)?.name_folded ?? '')?.length ?? 0) > 1
  return new Set(flags.filter(isShared).map((flag) => flag.setter_id))
}

/**
 * The flags of one bug or attachment in another component. If their type does not apply there, they change to another
 * type of the same name that their setter could have set, or are removed.
 */
export function flagsAfterMove(
  { catalogue }: Call,
  component: Component,
  flags: readonly FlagState[],
  setters: Setters,
): FlagState[] {
  const all = [...catalogue.flagTypes.values()]
  const kept: FlagState[] = []
  for (const flag of flags) {
    const type = catalogue.flagTypes.get(flag.type_id)
    if (!type) continue
    const fits = (other: FlagType) =>
      other.is_active &&
      other.target_type === type.target_type &&
      other.name_folded === type.name_folded &&
      applies(other, component) &&
      couldHaveSet(setters.get(flag.setter_id), other, flag) &&
      (other.is_multiplicable || ![...flags, ...kept].some((one) => one.type_id === other.id))
    const next = applies(type, component) ? type : all.find(fits)
    if (next) kept.push(next === type ? flag : { ...flag, type_id: next.id })
  }
  return kept
}

function couldHaveSet(setter: Caller | undefined, type: FlagType, { status, requestee_id }: FlagState): boolean {
  if (!setter || (status === '?' && !type.is_requestable) || (requestee_id !== null && !type.is_requesteeble))
    return false
  return maySet(setter, type, status as FlagStatus)
}
