// The small world that behaviour tests play in, written straight through the store.
import type { NewRow, TrackerSchema, Writer } from '../src/schema/index.js'
import { fold, type Store } from '../src/store/index.js'

/**
 * People (login NAME@example.com; no passwords): `admin` (the administrator), `alice` and `bob` (in editbugs by its pattern),
 * `ivan` (in the insider group 'insiders' and the bug group 'secret'), `eve` (an outsider without editbugs: her login is
 * excluded from the pattern), `dora` (a disabled account), `carl` (in canconfirm, not in editbugs).
 *
 * Groups: 'insiders' (the insidergroup), 'secret' (a bug group; in product Widgets shown for members, not for others).
 *
 * Products: Widgets (components UI: assignee alice, QA bob, default CC ivan; and Core: assignee bob; versions 1.0, 2.0;
 * milestones ---, M1), Gadgets (component Main: assignee alice; version unspecified; milestone ---), Vault (entry and
 * mandatory for 'secret' members only; component Safe; version 1), Closed (takes no new bugs; component Old; version 1).
 *
 * Keywords: crash, regression.
 */
export async function seedWorld(store: Store, now: Date): Promise<void> {
  await (store as unknown as Store<TrackerSchema>).write(async (tx) => {
    await addParameters(tx)
    const groups = await addGroups(tx)
    const users = await addPeople(tx, groups, now)
    await addProducts(tx, groups, users)
    await tx.insert(
      'keywords',
      ['crash', 'regression'].map((name) => ({
        name,
        name_folded: name,
        description: `About ${name}`,
        is_active: true,
      })),
    )
    await tx.update('installation', { col: 'id', eq: 1 }, { catalogue_version: 2, identity_version: 2 })
  })
}

async function addParameters(tx: Writer): Promise<void> {
  await tx.insert('parameters', [{ name: 'insidergroup', value: 'insiders' }])
}

async function addGroups(tx: Writer): Promise<Map<string, number>> {
  // All users but eve, carl and dora have editbugs.
  await tx.update('groups', { col: 'name', eq: 'editbugs' }, { user_regexp: '^(admin|alice|bob|ivan)@' })
  await tx.insert(
    'groups',
    ['insiders', 'secret'].map((name) => ({
      name,
      name_folded: name,
      description: `The ${name} group`,
      is_bug_group: true,
      user_regexp: '',
      is_active: true,
    })),
  )
  return new Map((await tx.select({ from: 'groups' })).map((group) => [group.name, group.id]))
}

const people: Readonly<Record<string, readonly (readonly [group: string, kind: 'direct' | 'pattern'])[]>> = {
  alice: [['editbugs', 'pattern']],
  bob: [['editbugs', 'pattern']],
  ivan: [
    ['editbugs', 'pattern'],
    ['insiders', 'direct'],
    ['secret', 'direct'],
  ],
  eve: [],
  dora: [],
  carl: [['canconfirm', 'direct']],
}

async function addPeople(tx: Writer, groups: ReadonlyMap<string, number>, now: Date): Promise<Map<string, number>> {
  const users = new Map<string, number>()
  for (const [name, memberships] of Object.entries(people)) {
    const login = `${name}@example.com`
    const realName = `${name[0]?.toUpperCase()}${name.slice(1)} Example`
    const [id = 0] = await tx.insert('users', [
      {
        login,
        login_folded: login,
        real_name: realName,
        real_name_folded: fold(realName),
        email_enabled: true,
        login_denied_text: name === 'dora' ? 'Left the company' : '',
        creation_time: now,
      },
    ])
    users.set(name, id)
    await tx.insert(
      'user_groups',
      memberships.map(([group, kind]) => ({ user_id: id, group_id: groups.get(group) as number, kind })),
    )
  }
  return users
}

interface ProductPlan {
  readonly components: Readonly<Record<string, { assignee: string; qa?: string; cc?: string }>>
  readonly versions: readonly string[]
  readonly milestones: readonly string[]
  readonly isClosed?: boolean
  readonly control?: { readonly entry: boolean; readonly member: string; readonly other: string }
}

const products: Readonly<Record<string, ProductPlan>> = {
  Widgets: {
    components: { UI: { assignee: 'alice', qa: 'bob', cc: 'ivan' }, Core: { assignee: 'bob' } },
    versions: ['1.0', '2.0'],
    milestones: ['---', 'M1'],
    control: { entry: false, member: 'shown', other: 'na' },
  },
  Gadgets: { components: { Main: { assignee: 'alice' } }, versions: ['unspecified'], milestones: ['---'] },
  Vault: {
    components: { Safe: { assignee: 'ivan' } },
    versions: ['1'],
    milestones: ['---'],
    control: { entry: true, member: 'mandatory', other: 'mandatory' },
  },
  Closed: { components: { Old: { assignee: 'bob' } }, versions: ['1'], milestones: ['---'], isClosed: true },
}

async function addProducts(
  tx: Writer,
  groups: ReadonlyMap<string, number>,
  users: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [name, plan] of Object.entries(products)) {
    const [productId = 0] = await tx.insert('products', [
      {
        classification_id: 1,
        name,
        name_folded: fold(name),
        description: `All about ${name}`,
        is_active: plan.isClosed !== true,
        has_unconfirmed: true,
      },
    ])
    await tx.insert(
      'versions',
      plan.versions.map((version) => releaseRow(productId, version)),
    )
    const [milestoneId = 0] = await tx.insert(
      'milestones',
      plan.milestones.map((milestone) => releaseRow(productId, milestone)),
    )
    await tx.update('products', { col: 'id', eq: productId }, { default_milestone_id: milestoneId })
    await addComponents(tx, productId, plan, users)
    if (plan.control) {
      const { entry, member, other } = plan.control
      await tx.insert('group_controls', [
        {
          product_id: productId,
          group_id: groups.get('secret') as number,
          entry,
          member_control: member,
          other_control: other,
          canedit: false,
          editcomponents: false,
          editbugs: false,
          canconfirm: false,
        },
      ])
    }
  }
}

async function addComponents(
  tx: Writer,
  productId: number,
  plan: ProductPlan,
  users: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [name, { assignee, qa, cc }] of Object.entries(plan.components)) {
    const [id = 0] = await tx.insert('components', [
      {
        ...releaseRow(productId, name),
        description: `The ${name} component`,
        default_assigned_to_id: users.get(assignee) as number,
        default_qa_contact_id: qa === undefined ? null : (users.get(qa) as number),
      },
    ])
    if (cc !== undefined) await tx.insert('component_cc', [{ component_id: id, user_id: users.get(cc) as number }])
  }
}

function releaseRow(productId: number, name: string): NewRow<'versions'> {
  return { product_id: productId, name, name_folded: fold(name), sort_key: 0, is_active: true }
}
