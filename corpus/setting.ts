// Data before the first bug: people, groups, products and their parts.
import type { Tracker } from '@trackerkit/core'
import type { NewRow, TrackerSchema, Writer } from '@trackerkit/core/schema'
import { fold, type Store } from '@trackerkit/core/store'
import { below, weighted, zipf, type Choice, type Random } from './random.js'
import type { Size } from './sizes.js'
import type { TextWriter } from './texts.js'

/** The parts of bugs. They are used as in a real tracker: a few have most of the bugs. */
export interface Setting {
  readonly people: Choice<number>
  readonly components: Choice<Place>
  readonly keywords: Choice<number>
  readonly groups: Choice<number>
  /** Ids of personal tags. */
  readonly tags: Choice<number>
  readonly flagTypes: { readonly bug: number; readonly attachment: number }
  /** The ids of the legal values of a field, by name. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, number>>
}

/** Where a bug can be. */
export interface Place {
  readonly product_id: number
  readonly component_id: number
  readonly versions: Choice<number>
  readonly milestones: Choice<number>
}

/** When it all begins. */
export const start = new Date('2018-01-01T00:00:00Z')

const administrator = 'admin@example.com'
const keywords = ['crash', 'regression', 'performance', 'accessibility', 'security', 'usability', 'data-loss', 'polish']
const groups = { insiders: 'See private comments', security: 'Work on security', partners: 'Talk with partners' }

/**
 * Sets up a fresh tracker. People are user0@example.com, user1@example.com …; every 20th is an insider, every 25th sees the
 * bugs of the group security.
 */
export async function setUpTracker(
  tracker: Tracker,
  store: Store<TrackerSchema>,
  size: Size,
  random: Random,
  writer: TextWriter,
): Promise<Setting> {
  await store.write((tx) => addPeople(tx, size.people, writer))
  const system = tracker.asSystem(administrator)
  for (const name of keywords) await system.keywords.create({ name, description: `About ${name}` })
  for (const [name, description] of Object.entries(groups)) await system.groups.create({ name, description })
  for (let n = 1; n <= size.products; n++) {
    const product = `Product ${n}`
    await system.products.create({ name: product, description: writer.line(60), version: '1.0' })
    for (let v = 2; v <= 2 + below(random, 6); v++) await system.versions.create({ product, name: `${v}.0` })
    for (let m = 1; m <= 3; m++) await system.milestones.create({ product, name: `M${m}` })
    const components = 3 + below(random, 10)
    for (let c = 1; c <= components; c++) {
      const default_assignee = `user${below(random, size.people)}@example.com`
      await system.components.create({
        product,
        name: `Component ${c}`,
        description: writer.line(60),
        default_assignee,
      })
    }
  }
  const { id: bug } = await system.flagTypes.create({ name: 'needinfo', description: 'Somebody is to tell more' })
  const review = { name: 'review', description: 'Looked at', target_type: 'attachment' } as const
  const { id: attachment } = await system.flagTypes.create(review)
  await store.write(restrict)
  await store.write(addTags)
  return store.read(async (tx) => ({
    people: zipf((await everybody(tx)).map((user) => user.id)),
    components: zipf(await places(tx)),
    keywords: zipf((await tx.select({ from: 'keywords' })).map((keyword) => keyword.id)),
    groups: zipf((await bugGroups(tx)).map((group) => group.id)),
    tags: zipf((await tx.select({ from: 'personal_tags' })).map((tag) => tag.id)),
    flagTypes: { bug, attachment },
    values: await legalValues(tx),
  }))
}

async function addPeople(tx: Writer, count: number, writer: TextWriter): Promise<void> {
  const rows = Array.from({ length: count }, (_, n): NewRow<'users'> => {
    const [login, real_name] = [`user${n}@example.com`, `${writer.name()} ${writer.name()}`]
    const folded = { login_folded: fold(login), real_name_folded: fold(real_name) }
    return { login, real_name, ...folded, email_enabled: true, login_denied_text: '', creation_time: start }
  })
  const ids = await tx.insert('users', rows)
  const [editbugs] = await tx.select({ from: 'groups', where: { col: 'name', eq: 'editbugs' } })
  await tx.insert(
    'user_groups',
    ids.map((user_id) => ({ user_id, group_id: editbugs?.id ?? 0, kind: 'pattern' })),
  )
}

/** Says who is in the groups, and lets bugs of every product be restricted to them. */
async function restrict(tx: Writer): Promise<void> {
  const [insiders, ...others] = await bugGroups(tx)
  const people = await everybody(tx)
  const members = (group: number, every: number) =>
    people.filter((_, n) => n % every === 0).map(({ id }) => ({ user_id: id, group_id: group, kind: 'direct' }))
  await tx.insert('user_groups', [
    ...members(insiders?.id ?? 0, 20),
    ...others.flatMap((group) => members(group.id, 25)),
  ])
  const rights = { entry: false, canedit: false, editcomponents: false, editbugs: false, canconfirm: false }
  const shown = { member_control: 'shown', other_control: 'na', ...rights }
  const products = await tx.select({ from: 'products' })
  await tx.insert(
    'group_controls',
    products.flatMap(({ id }) => others.map((group) => ({ product_id: id, group_id: group.id, ...shown }))),
  )
  await tx.insert('parameters', [{ name: 'insidergroup', value: 'insiders' }])
  const [row] = await tx.select({ from: 'installation' })
  const renewed = {
    catalogue_version: (row?.catalogue_version ?? 0) + 1,
    identity_version: (row?.identity_version ?? 0) + 1,
  }
  await tx.update('installation', { and: [] }, renewed)
}

/** Some people have personal tags. */
async function addTags(tx: Writer): Promise<void> {
  const people = (await everybody(tx)).slice(0, 20)
  await tx.insert(
    'personal_tags',
    people.flatMap(({ id }) => ['later', 'mine', 'watch'].map((name) => ({ user_id: id, name, name_folded: name }))),
  )
}

type Reader = Pick<Writer, 'select'>

async function everybody(tx: Reader) {
  return tx.select({ from: 'users', where: { not: { col: 'login', eq: administrator } } })
}

async function bugGroups(tx: Reader) {
  return tx.select({ from: 'groups', where: { col: 'name', in: Object.keys(groups) } })
}

async function places(tx: Reader): Promise<Place[]> {
  const [versions, milestones] = [await tx.select({ from: 'versions' }), await tx.select({ from: 'milestones' })]
  const ids = (rows: readonly { readonly id: number; readonly product_id: number }[], product: number) =>
    rows.filter((row) => row.product_id === product).map((row) => row.id)
  return (await tx.select({ from: 'components' })).map(({ id, product_id }) => ({
    product_id,
    component_id: id,
    versions: zipf(ids(versions, product_id).toReversed()),
    milestones: weighted(ids(milestones, product_id).map((milestone, n) => [milestone, n === 0 ? 10 : 1])),
  }))
}

async function legalValues(tx: Reader): Promise<Setting['values']> {
  const values = await tx.select({ from: 'legal_values' })
  const fields = await tx.select({ from: 'fields' })
  const ofField = (field: number) => values.filter((value) => value.field_id === field)
  return new Map(fields.map(({ id, name }) => [name, new Map(ofField(id).map((value) => [value.name, value.id]))]))
}
