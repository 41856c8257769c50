// Flag types by id or name, as far as the caller may know of them.
import type { FlagType } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { requireRefs, type Refs } from '../../call/define/refs.js'
import { TrackerError } from '../../kernel/errors.js'
import { fold } from '../../store/index.js'
import { isVisibleType, mayAdminister, type Scope } from './scopes.js'

/**
 * The flag types named, each once; a name means all that share it.
 * @throws params_required, object_does_not_exist
 */
export function requireTypes(call: Call, refs: Refs): FlagType[] {
  requireRefs(refs)
  const { ids = [], names = [] } = refs
  const visible = [...call.catalogue.flagTypes.values()].filter((type) => isVisibleType(call, type))
  const matching = (field: string, value: number | string, isMeant: (type: FlagType) => boolean) => {
    const types = visible.filter(isMeant)
    if (types.length > 0) return types
    throw new TrackerError('object_does_not_exist', { kind: 'flag type', field, value })
  }
  return [
    ...new Set([
      ...ids.flatMap((ref) => matching('ids', ref, (type) => type.id === ref)),
      ...names.flatMap((ref) => matching('names', ref, (type) => type.name_folded === fold(ref.trim()))),
    ]),
  ]
}

/** @throws flag_type_not_editable unless the caller administers all products that the type is for, as it is and as it will be */
export function requireEditableType(call: Call, type: FlagType, next: readonly Scope[] = []): void {
  if (!mayAdminister(call, type.scopes) || !mayAdminister(call, next))
    throw new TrackerError('flag_type_not_editable', { field: 'ids', value: type.name })
}
