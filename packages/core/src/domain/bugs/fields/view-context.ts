// Inputs for showing fields of bugs: the loaded rows, and how the call shows them.
import { isOn, type Field } from '../../../setup/catalogue.js'
import { shownLogin, type Call, type Person } from '../../../call/context.js'
import type { BugRow } from '../../../access/find-bugs.js'
import type { BugRelations, CustomValueRow, FlagRow, SetName } from './related-rows.js'
import type { Flag } from '../../flags/flag.js'
import type { UserDetail } from './user-detail.js'

/** The data of one bug, each list in display order. Sets that are not wanted may be empty. */
export interface BugSets {
  readonly aliases: readonly { readonly alias: string }[]
  readonly cc: readonly Person[]
  readonly groups: readonly { readonly name: string }[]
  readonly keywords: readonly { readonly name: string }[]
  /** IDs. */
  readonly blocks: readonly number[]
  readonly depends_on: readonly number[]
  readonly see_also: readonly { readonly url: string }[]
  readonly flags: readonly FlagRow[]
  readonly tags: readonly { readonly name: string }[]
  /** The time up to which the caller has seen it. */
  readonly seen: Date | undefined
  readonly customValues: readonly CustomValueRow[]
  /** The bugs that those shown refer to and that the caller may see: by id, whether they are open. */
  readonly related: ReadonlyMap<number, boolean>
  /** All people named in one of the bugs. */
  readonly people: ReadonlyMap<number, Person>
}

/** The columns of bugs that loading the set reads. */
export const columnsOfSets: Partial<Record<SetName, readonly (keyof BugRow)[]>> = {
  people: ['assigned_to_id', 'creator_id', 'qa_contact_id'],
  related: ['dupe_of'],
}

export type DetailField = 'assigned_to_detail' | 'cc_detail' | 'creator_detail' | 'qa_contact_detail'

/** How to show the bugs of one call. */
export interface BugPlan extends FieldPlan {
  readonly call: Call
}

/** The value of a field; undefined leaves the field out. */
export type ReadField = (bug: BugRow, plan: BugPlan, sets: BugSets) => unknown

/** The fields to show: the same for all calls with the same request and the same permissions. */
export interface FieldPlan {
  readonly fields: readonly { readonly name: string; readonly read: ReadField }[]
  readonly customFields: readonly Field[]
  readonly sets: ReadonlySet<SetName>
  /** The related rows that showing them reads. */
  readonly with: BugRelations
  /** The columns of bugs that showing them reads. */
  readonly columns: readonly (keyof BugRow)[]
  readonly details: Readonly<Record<DetailField, (person: Person, call: Call) => UserDetail>>
  readonly cutFlag: (flag: Flag) => Flag
  /** Layouts of the bugs that were shown, by the fields that they lack. */
  readonly layouts: Map<string, object>
}

/** The name of a part of the configuration. @throws Error when it does not exist */
export function nameIn(
  named: { get(id: number): { readonly name: string } | undefined },
  id: number | undefined,
): string {
  const found = id === undefined ? undefined : named.get(id)
  if (!found) throw new Error(`a bug refers to a missing part of the configuration: ${id}`)
  return found.name
}

/** A person named in a bug. @throws Error when the person was not loaded */
export function personIn({ people }: Pick<BugSets, 'people'>, id: number): Person {
  const user = people.get(id)
  if (!user) throw new Error(`a bug names user ${id}, who does not exist`)
  return user
}

/** The login name of a user, as the caller may see it. */
export function loginOf({ call }: BugPlan, user: Person): string {
  return shownLogin(call, user.login)
}

/** The QA contact, where QA contacts are in use. */
export function qaContactOf(bug: Pick<BugRow, 'qa_contact_id'>, { catalogue }: Pick<Call, 'catalogue'>): number | null {
  return isOn(catalogue, 'useqacontact') ? bug.qa_contact_id : null
}
