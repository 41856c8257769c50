// Inputs for showing fields of bugs: the loaded rows, and how the call shows them.
import { isOn, type Field } from '../../../setup/catalogue.js'
import { shownLogin, type Call, type Person } from '../../../call/context.js'
import type { BugRow } from '../../../access/find-bugs.js'
import type { Row } from '../../../schema/index.js'
import type { Flag } from '../../flags/flag.js'
import type { UserDetail } from './user-detail.js'

/** By bug id. A bug without an entry has none. */
type PerBug<T> = ReadonlyMap<number, readonly T[]>

/** Data of the bugs, each list in display order. Sets that are not wanted may be empty. */
export interface BugSets {
  readonly aliases: PerBug<{ readonly alias: string }>
  readonly cc: PerBug<Person>
  readonly groups: PerBug<{ readonly name: string }>
  readonly keywords: PerBug<{ readonly name: string }>
  readonly blocks: PerBug<Pick<Row<'bug_dependencies'>, 'bug_id'>>
  readonly depends_on: PerBug<Pick<Row<'bug_dependencies'>, 'depends_on_id'>>
  readonly see_also: PerBug<{ readonly url: string }>
  readonly flags: PerBug<Row<'flags'>>
  readonly tags: PerBug<{ readonly name: string }>
  /** The times up to which the caller has seen them. */
  readonly seen: ReadonlyMap<number, Date>
  readonly customValues: PerBug<Row<'custom_values'>>
  /** The bugs that those shown refer to and that the caller may see: by id, whether they are open. */
  readonly related: ReadonlyMap<number, boolean>
  /** All people named in one of the bugs. */
  readonly people: ReadonlyMap<number, Person>
}

export type SetName =
  | 'aliases'
  | 'cc'
  | 'dependencies'
  | 'flags'
  | 'groups'
  | 'keywords'
  | 'people'
  | 'related'
  | 'see_also'
  | 'tags'
  | 'seen'

/** The columns of bugs that loading the set reads. */
export const columnsOfSets: Partial<Record<SetName, readonly (keyof BugRow)[]>> = {
  groups: ['group_count'],
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
  readonly fields: readonly (readonly [field: string, read: ReadField])[]
  readonly customFields: readonly Field[]
  readonly sets: ReadonlySet<SetName>
  /** The columns of bugs that showing them reads. */
  readonly columns: readonly (keyof BugRow)[]
  readonly details: Readonly<Record<DetailField, (person: Person, call: Call) => UserDetail>>
  readonly cutFlag: (flag: Flag) => Flag
}

export function listOf<T, V>(set: PerBug<T>, bug: BugRow, show: (one: T) => V): V[] {
  return set.get(bug.id)?.map(show) ?? []
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
