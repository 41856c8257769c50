// Texts of flag changes. Pure.
import { must } from '../../kernel/must.js'
import type { Catalogue } from '../../setup/catalogue.js'
import { compareText } from '../../store/index.js'
import type { FlagState } from './plan.js'

interface Names {
  readonly catalogue: Catalogue
  readonly login: (userId: number) => string
}

/** Removed and added flags as names and statuses, with the requestee in parentheses. Undefined if there are none. */
export function flagsChange(
  before: readonly FlagState[],
  after: readonly FlagState[],
  names: Names,
): { readonly field: string; readonly removed: string; readonly added: string } | undefined {
  const removed = before.filter((flag) => !after.includes(flag)).map((flag) => flagText(flag, names))
  const added: string[] = []
  for (const text of after.filter((flag) => !before.includes(flag)).map((flag) => flagText(flag, names))) {
    // The same flag of another type or by another setter has the same text.
    const index = removed.indexOf(text)
    if (index >= 0) removed.splice(index, 1)
    else added.push(text)
  }
  if (removed.length + added.length === 0) return undefined
  return { field: 'flagtypes.name', removed: joinTexts(removed), added: joinTexts(added) }
}

/** The requestees of flags that differ. */
export function requesteesIn(before: readonly FlagState[], after: readonly FlagState[]): number[] {
  const differing = [
    ...before.filter((flag) => !after.includes(flag)),
    ...after.filter((flag) => !before.includes(flag)),
  ]
  return differing.flatMap((flag) => flag.requestee_id ?? [])
}

/** New requestees. */
export function newlyAsked(before: readonly FlagState[], after: readonly FlagState[]): number[] {
  return after.filter((flag) => !before.includes(flag)).flatMap((flag) => flag.requestee_id ?? [])
}

/** One flag before and after; NULL where there was none, or is none any more. */
export interface FlagMove {
  readonly type_id: number
  readonly attachment_id: number | null
  readonly before: FlagSide | null
  readonly after: FlagSide | null
}
type FlagSide = Pick<FlagState, 'status' | 'setter_id' | 'requestee_id'>

/** The flags that were set, answered, passed on or cleared. One that only changes to another type of its name is none of them. */
export function flagMoves(before: readonly FlagState[], after: readonly FlagState[]): FlagMove[] {
  const old = new Map(before.map((flag) => [flag.id, flag]))
  const left = new Set(after.map((flag) => flag.id))
  const gone = before.filter((flag) => !left.has(flag.id))
  const moved = after.flatMap((flag): FlagMove[] => {
    const was = flag.id === undefined ? undefined : old.get(flag.id)
    const isSame = was?.status === flag.status && was.requestee_id === flag.requestee_id
    return isSame ? [] : [{ ...placeOf(flag), before: was ? sideOf(was) : null, after: sideOf(flag) }]
  })
  return [...gone.map((flag) => ({ ...placeOf(flag), before: sideOf(flag), after: null })), ...moved]
}

function placeOf({ type_id, attachment_id }: FlagState): Pick<FlagMove, 'type_id' | 'attachment_id'> {
  return { type_id, attachment_id }
}

function sideOf({ status, setter_id, requestee_id }: FlagState): FlagSide {
  return { status, setter_id, requestee_id }
}

function flagText({ type_id, status, requestee_id }: FlagState, { catalogue, login }: Names): string {
  const name = must(catalogue.flagTypes.get(type_id), 'flag type', type_id).name
  return `${name}${status}${requestee_id === null ? '' : `(${login(requestee_id)})`}`
}

function joinTexts(texts: readonly string[]): string {
  return texts.toSorted(compareText).join(', ')
}
