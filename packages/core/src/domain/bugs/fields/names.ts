// Many fields of bugs have two names: the one of the API, and an internal one that charts, metadata and old clients use.
import type { FieldRights } from '../../../access/permissions.js'
import { bugFieldEntries } from './index.js'

/** API name → internal name, where they differ. */
export const internalNames: ReadonlyMap<string, string> = new Map(
  bugFieldEntries.flatMap(([field, { internal }]) => (internal === undefined ? [] : [[field, internal]])),
)

const apiNames = new Map([...internalNames].map(([api, internal]) => [internal, api]))

/** The name that inputs and answers use for a field. */
export function apiNameOf(name: string): string {
  return apiNames.get(name) ?? name
}

/** The name that metadata and charts use for a field. */
export function internalNameOf(name: string): string {
  return internalNames.get(name) ?? name
}

const rights: ReadonlyMap<string, FieldRights> = new Map(bugFieldEntries)

/** The rights of a field, for the decision table. */
export function rightsOf(field: string): FieldRights {
  return rights.get(field) ?? {}
}
