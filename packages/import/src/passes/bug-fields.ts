// Fields of bugs that trackers share.
import { fieldTypes } from '@trackerkit/core/moving'

/** Standard fields with a list of values. */
export const selectFields: readonly string[] = [
  'bug_status',
  'resolution',
  'bug_severity',
  'priority',
  'rep_platform',
  'op_sys',
]

const { freeText, singleSelect, multiSelect, largeText, dateTime, bugId, date, integer } = fieldTypes
const customTypes: ReadonlySet<number> = new Set([
  ...[freeText, singleSelect, multiSelect, largeText],
  ...[dateTime, bugId, date, integer],
])

/** Returns true for a custom field that can be imported. */
export function isImportable({ name, type }: { readonly name: string; readonly type: number }): boolean {
  return customTypes.has(type) && /^cf_[a-zA-Z0-9_]{1,60}$/.test(name)
}

/** Returns true for a custom field with a list of values. */
export function isSelect({ type }: { readonly type: number }): boolean {
  return type === singleSelect || type === multiSelect
}

/** The note about a field that comes without control, because it would close a circle. */
export const freed = 'it and fields that it controls control each other in a circle; here, no field controls it'
