// Bugs and their sets written straight through the store: odd states that operations would not make, or cannot make yet.
import { newBugRow } from '../src/domain/bugs/fields/bug-row.js'
import { defaultEnvironment } from '../src/kernel/environment.js'
import { retrying } from '../src/call/retry.js'
import type { NewRow, Row, TrackerSchema, Writer } from '../src/schema/index.js'
import { fold, type Awaitable, type Store } from '../src/store/index.js'

export interface BugPlan {
  readonly id?: number
  readonly summary?: string
  readonly product?: string
  readonly component?: string
  readonly version?: string
  readonly status?: string
  readonly resolution?: string
  readonly is_confirmed?: boolean
  /** People by the part of the login before the @. */
  readonly creator?: string
  readonly assigned_to?: string
  readonly qa_contact?: string
  readonly cc?: readonly string[]
  readonly groups?: readonly string[]
  readonly alias?: readonly string[]
  readonly keywords?: readonly string[]
  readonly depends_on?: readonly number[]
  readonly dupe_of?: number
  /** A number is a link to a bug of this installation. */
  readonly see_also?: readonly (string | number)[]
  readonly flags?: readonly FlagPlan[]
  /** Values by field name, as in responses; for select fields, names of values. */
  readonly custom?: Readonly<Record<string, string | number | Date | readonly string[]>>
  /** By person. */
  readonly tags?: Readonly<Record<string, readonly string[]>>
  /** Any column at all. */
  readonly columns?: Partial<NewRow<'bugs'>>
}

export interface FlagPlan {
  readonly type: string
  readonly status: string
  readonly setter: string
  readonly requestee?: string
  readonly attachment_id?: number
}

/** Adds bugs of product Widgets (unless the plan says otherwise) at `now`. Returns their ids. */
export async function addBugs(store: Store, now: Date, plans: readonly BugPlan[]): Promise<number[]> {
  return inStore(store, async (tx) => {
    const ids: number[] = []
    for (const plan of plans) ids.push(await addBug(tx, now, plan))
    return ids
  })
}

/** Runs work on the store with the types of the tracker's schema. */
export async function inStore<T>(store: Store, work: (tx: Writer) => Awaitable<T>): Promise<T> {
  // Another tracker on the same store may be writing down what a call left behind.
  return retrying(defaultEnvironment, () => (store as unknown as Store<TrackerSchema>).write(work))
}

async function addBug(tx: Writer, now: Date, plan: BugPlan): Promise<number> {
  const [id = 0] = await tx.insert('bugs', [await bugRow(tx, now, plan)])
  const ofBug = <K extends string, V>(key: K, values: readonly V[]) =>
    values.map((value) => ({ bug_id: id, [key]: value }) as { bug_id: number } & Record<K, V>)
  await tx.insert(
    'bug_aliases',
    ofBug('alias', plan.alias ?? []).map((row) => ({ ...row, alias_folded: fold(row.alias) })),
  )
  await tx.insert('bug_cc', ofBug('user_id', await userIds(tx, plan.cc ?? [])))
  await tx.insert('bug_groups', ofBug('group_id', await idsOf(tx, 'groups', plan.groups ?? [])))
  await tx.insert('bug_keywords', ofBug('keyword_id', await idsOf(tx, 'keywords', plan.keywords ?? [])))
  await tx.insert('bug_dependencies', ofBug('depends_on_id', plan.depends_on ?? []))
  for (const link of plan.see_also ?? []) {
    const url = typeof link === 'number' ? `show_bug.cgi?id=${link}` : link
    const local_bug_id = typeof link === 'number' ? link : null
    await tx.insert('bug_see_also', [{ bug_id: id, url, url_folded: fold(url), local_bug_id }])
  }
  for (const flag of plan.flags ?? []) await addFlag(tx, now, id, flag)
  for (const [name, value] of Object.entries(plan.custom ?? {})) await addCustomValue(tx, id, name, value)
  for (const [user, tags] of Object.entries(plan.tags ?? {})) await addTags(tx, id, user, tags)
  return id
}

async function bugRow(tx: Writer, now: Date, plan: BugPlan): Promise<NewRow<'bugs'>> {
  const { product = 'Widgets', component, version, summary = 'It blinks' } = plan
  const [productId = 0] = await idsOf(tx, 'products', [product])
  const ofProduct = { col: 'product_id', eq: productId } as const
  const components = await tx.select({ from: 'components', where: ofProduct })
  const versions = await tx.select({ from: 'versions', where: ofProduct })
  const [milestone] = await tx.select({ from: 'milestones', where: ofProduct })
  const status = await legalValue(tx, 'bug_status', plan.status ?? 'CONFIRMED')
  const [creator = 0] = await userIds(tx, [plan.creator ?? 'alice'])
  const [assignee = 0] = await userIds(tx, [plan.assigned_to ?? 'bob'])
  const [qaContact = null] = plan.qa_contact === undefined ? [] : await userIds(tx, [plan.qa_contact])
  return newBugRow({
    ...(plan.id !== undefined && { id: plan.id }),
    summary,
    product_id: productId,
    component_id: idOfNamed(components, component),
    version_id: idOfNamed(versions, version),
    target_milestone_id: milestone?.id ?? 0,
    status_id: status.id,
    resolution_id: (await legalValue(tx, 'resolution', plan.resolution ?? '')).id,
    priority_id: (await legalValue(tx, 'priority', 'Normal')).id,
    severity_id: (await legalValue(tx, 'bug_severity', 'major')).id,
    platform_id: (await legalValue(tx, 'rep_platform', 'PC')).id,
    op_sys_id: (await legalValue(tx, 'op_sys', 'Linux')).id,
    is_open: status.is_open === true,
    is_confirmed: plan.is_confirmed ?? true,
    creator_id: creator,
    assigned_to_id: assignee,
    qa_contact_id: qaContact,
    dupe_of: plan.dupe_of ?? null,
    group_count: plan.groups?.length ?? 0,
    creation_time: now,
    last_change_time: now,
    ...plan.columns,
  })
}

/** A flag type that applies to every product. */
export async function addFlagType(tx: Writer, plan: Partial<NewRow<'flag_types'>> & { name: string }): Promise<number> {
  const [id = 0] = await tx.insert('flag_types', [
    {
      name_folded: fold(plan.name),
      description: '',
      target_type: 'bug',
      cc_list: '',
      sort_key: 1,
      is_active: true,
      is_requestable: true,
      is_requesteeble: true,
      is_multiplicable: true,
      ...plan,
    },
  ])
  await tx.insert('flag_type_scopes', [{ flag_type_id: id, is_exclusion: false }])
  await renewCatalogue(tx)
  return id
}

/** A custom field, with legal values where its type has them. */
export async function addCustomField(
  tx: Writer,
  plan: Partial<NewRow<'fields'>> & { name: string; type: number },
  values: readonly string[] = [],
): Promise<number> {
  const [id = 0] = await tx.insert('fields', [
    {
      display_name: plan.name,
      sort_key: 10_000,
      is_custom: true,
      is_mandatory: false,
      is_on_bug_entry: true,
      is_obsolete: false,
      is_in_new_mail: false,
      long_description: '',
      ...plan,
    },
  ])
  await tx.insert(
    'legal_values',
    values.map((name, index) => ({
      field_id: id,
      name,
      name_folded: fold(name),
      description: '',
      sort_key: 100 * (index + 1),
      is_active: true,
    })),
  )
  await renewCatalogue(tx)
  return id
}

/** History of a bug, oldest first. */
export async function addHistory(
  tx: Writer,
  bugId: number,
  changes: readonly (Partial<NewRow<'bug_history'>> & { at: Date; field: string; by?: string })[],
): Promise<void> {
  for (const { by = 'alice', removed = '', added = '', ...change } of changes) {
    const [userId = 0] = await userIds(tx, [by])
    const folded = { removed_folded: fold(removed), added_folded: fold(added) }
    await tx.insert('bug_history', [{ bug_id: bugId, user_id: userId, removed, added, ...folded, ...change }])
  }
}

/** Sets a parameter as an administrator would. */
export async function setParameter(tx: Writer, name: string, value: string): Promise<void> {
  await tx.delete('parameters', { col: 'name', eq: name })
  await tx.insert('parameters', [{ name, value }])
  await renewCatalogue(tx)
}

async function addFlag(tx: Writer, now: Date, bugId: number, flag: FlagPlan): Promise<void> {
  const [typeId = 0] = await idsOf(tx, 'flag_types', [flag.type])
  const [setter = 0] = await userIds(tx, [flag.setter])
  const [requestee = null] = flag.requestee === undefined ? [] : await userIds(tx, [flag.requestee])
  await tx.insert('flags', [
    {
      type_id: typeId,
      bug_id: bugId,
      attachment_id: flag.attachment_id ?? null,
      status: flag.status,
      setter_id: setter,
      requestee_id: requestee,
      creation_date: now,
      modification_date: now,
    },
  ])
}

async function addCustomValue(
  tx: Writer,
  bugId: number,
  name: string,
  value: string | number | Date | readonly string[],
): Promise<void> {
  const [field] = await tx.select({ from: 'fields', where: { col: 'name', eq: name } })
  const ofField = { bug_id: bugId, field_id: field?.id ?? 0 }
  if (value instanceof Date) return void (await tx.insert('custom_values', [{ ...ofField, time: value }]))
  if (typeof value === 'number') return void (await tx.insert('custom_values', [{ ...ofField, number: value }]))
  const values = typeof value === 'string' ? [value] : value
  const legal = await tx.select({ from: 'legal_values', where: { col: 'field_id', eq: field?.id ?? 0 } })
  await tx.insert(
    'custom_values',
    values.map((text) => {
      const valueId = legal.find((one) => one.name === text)?.id
      return valueId === undefined ? { ...ofField, text, text_folded: fold(text) } : { ...ofField, value_id: valueId }
    }),
  )
}

async function addTags(tx: Writer, bugId: number, user: string, names: readonly string[]): Promise<void> {
  const [userId = 0] = await userIds(tx, [user])
  for (const name of names) {
    const where = { and: [{ col: 'user_id', eq: userId } as const, { col: 'name', eq: name } as const] }
    const [known] = await tx.select({ from: 'personal_tags', where })
    const [tagId = 0] = known
      ? [known.id]
      : await tx.insert('personal_tags', [{ user_id: userId, name, name_folded: fold(name) }])
    await tx.insert('bug_tags', [{ tag_id: tagId, bug_id: bugId }])
  }
}

/** Makes every tracker on the store reload the configuration. */
export async function renewCatalogue(tx: Writer): Promise<void> {
  const [row] = await tx.select({ from: 'installation' })
  await tx.update('installation', { col: 'id', eq: 1 }, { catalogue_version: (row?.catalogue_version ?? 0) + 1 })
}

async function userIds(tx: Writer, names: readonly string[]): Promise<number[]> {
  const rows = await tx.select({ from: 'users' })
  return names.map((name) => idOf(rows, 'login', `${name}@example.com`))
}

async function idsOf(
  tx: Writer,
  entity: 'products' | 'groups' | 'keywords' | 'flag_types',
  names: readonly string[],
): Promise<number[]> {
  const rows: readonly { id: number; name: string }[] = await tx.select({ from: entity })
  return names.map((name) => idOf(rows, 'name', name))
}

function idOf<K extends string>(rows: readonly ({ id: number } & Record<K, string>)[], key: K, name: string): number {
  const row = rows.find((one) => one[key] === name)
  if (!row) throw new Error(`there is no ${name}`)
  return row.id
}

/** The id of the row with the name, or of the first row. */
function idOfNamed(rows: readonly { id: number; name: string }[], name: string | undefined): number {
  return name === undefined ? (rows[0]?.id ?? 0) : idOf(rows, 'name', name)
}

async function legalValue(tx: Writer, field: string, name: string): Promise<Row<'legal_values'>> {
  const [owner] = await tx.select({ from: 'fields', where: { col: 'name', eq: field } })
  const where = { and: [{ col: 'field_id', eq: owner?.id ?? 0 } as const, { col: 'name', eq: name } as const] }
  const [value] = await tx.select({ from: 'legal_values', where })
  if (!value) throw new Error(`${field} has no value ${name}`)
  return value
}
