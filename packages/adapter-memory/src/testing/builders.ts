import type { Optional } from '@trackerkit/core/store'
import type { Attachment, Bug, Component, Field, Group, Operations, Product, Tracker } from '@trackerkit/core'
import type {
  AttachmentsCreateInput,
  BugsCreateInput,
  ComponentsCreateInput,
  FieldsCreateInput,
  GroupsCreateInput,
  ProductsCreateInput,
  UsersCreateInput,
} from '@trackerkit/core/types'

/** A person that a test has made. */
export interface TestUser {
  readonly id: number
  readonly login: string
  /** The operations as this person may use them. */
  readonly as: Operations
}

type Creator = { readonly login: string }

/**
 * Creates objects whose details do not matter to a test. Missing values get defaults with numbered names ('Product 1',
 * 'user2@example.com'), and missing parents are created too. The embedding program creates them, without checks of
 * permissions; bugs and attachments are created by their `creator`, who must be permitted to, or by the first
 * administrator.
 *
 * @throws what the operations throw
 * @example
 * const tracker = await createTestTracker()
 * const alice = await tracker.make.user({ email: 'alice@example.com', groups: ['editbugs'] })
 * const bug = await tracker.make.bug({ creator: alice, comments: ['Since yesterday.'] })
 * await alice.as.bugs.update({ ids: [bug.id], status: 'RESOLVED', resolution: 'FIXED' })
 */
export interface Builders {
  /** 'user1@example.com', without a password, in these groups and those of all users. */
  user(over?: Optional<UsersCreateInput> & { readonly groups?: readonly string[] | undefined }): Promise<TestUser>
  /** 'Product 1' with version '1.0', without a component. */
  product(over?: Optional<ProductsCreateInput>): Promise<Product>
  /** 'Component 1' of a new product, assigned to the first administrator. */
  component(over?: Optional<ComponentsCreateInput>): Promise<Component>
  /**
   * 'Bug 1' in a new product. With only a `product`: in a new component of it, with the first of its versions. For many
   * bugs, pass the product and the component.
   */
  bug(
    over?: Optional<BugsCreateInput> & {
      readonly creator?: Creator | undefined
      readonly comments?: readonly string[] | undefined
    },
  ): Promise<Bug>
  /** 'attachment1.txt', a text file, on a new bug. On several bugs, returns the first. */
  attachment(over?: Optional<AttachmentsCreateInput> & { readonly creator?: Creator | undefined }): Promise<Attachment>
  /** 'Group 1', without members. */
  group(over?: Optional<GroupsCreateInput>): Promise<Group>
  /** 'cf_field1', a text. */
  customField(over?: Optional<FieldsCreateInput>): Promise<Field>
}

/** How many of each kind were made, by kind. */
export type Counts = Map<string, number>

export function createBuilders(tracker: Tracker, counts: Counts): Builders {
  const maker = createMaker(tracker, counts)
  const { count, system } = maker
  const setUp = createSetUpBuilders(maker)
  const by = (creator: Creator | undefined) => (creator ? tracker.as({ login: creator.login }) : system())

  async function firstVersion(product: string): Promise<string> {
    const { products } = await (await system()).products.get({ names: [product] })
    const active = products[0]?.versions.find((version) => version.is_active)
    return active?.name ?? 'unspecified'
  }

  const make: Builders = {
    ...setUp,
    bug: async ({ creator, comments = [], ...over } = {}) => {
      const summary = `Bug ${count('bug')}`
      const product = over.product ?? (await setUp.product()).name
      const component = over.component ?? (await setUp.component({ product })).name
      const version = over.version ?? (await firstVersion(product))
      const operations = await by(creator)
      const { id } = await operations.bugs.create({ summary, ...given(over), product, component, version })
      for (const comment of comments) await operations.comments.create({ id, comment })
      const { bugs } = await system()
      return first((await bugs.get({ ids: [id] })).bugs)
    },
    attachment: async ({ creator, ...over } = {}) => {
      const n = count('attachment')
      const bugs = over.ids || over.id_or_alias !== undefined ? {} : { ids: [(await make.bug()).id] }
      const data = new TextEncoder().encode(`This is attachment ${n}.\n`)
      const file = { data, file_name: `attachment${n}.txt`, summary: `Attachment ${n}`, content_type: 'text/plain' }
      const { attachments } = await by(creator)
      const { ids } = await attachments.create({ ...file, ...bugs, ...given(over) })
      const found = await (await system()).attachments.get({ attachment_ids: ids.slice(0, 1) })
      return first(Object.values(found.attachments))
    },
  }
  return make
}

/** Tools that all builders share. */
interface Maker {
  readonly tracker: Tracker
  /** The next number of a kind. */
  readonly count: (kind: string) => number
  /** The login of the first administrator. */
  readonly administrator: () => Promise<string>
  /** The operations without any check of rights, in the name of that administrator. */
  readonly system: () => Promise<Operations>
}

function createMaker(tracker: Tracker, counts: Counts): Maker {
  const administrator = async () => {
    const { parameters } = await tracker.asSystem().parameters.get({ include_fields: ['maintainer'] })
    return String(parameters.maintainer)
  }
  return {
    tracker,
    count(kind) {
      const next = (counts.get(kind) ?? 0) + 1
      counts.set(kind, next)
      return next
    },
    administrator,
    system: async () => tracker.asSystem(await administrator()),
  }
}

function createSetUpBuilders({ tracker, count, administrator, system }: Maker): Omit<Builders, 'bug' | 'attachment'> {
  const make: Omit<Builders, 'bug' | 'attachment'> = {
    user: async ({ groups = [], ...over } = {}) => {
      const n = count('user')
      const { users } = await system()
      const user = { email: `user${n}@example.com`, full_name: `User ${n}`, ...given(over) }
      const { id } = await users.create(user)
      if (groups.length > 0) await users.update({ ids: [id], groups: { add: groups } })
      return { id, login: user.email, as: tracker.as({ user_id: id }) }
    },
    product: async (over = {}) => {
      const name = `Product ${count('product')}`
      const { products } = await system()
      const { id } = await products.create({ name, description: `About ${name}`, version: '1.0', ...given(over) })
      return first((await products.get({ ids: [id] })).products)
    },
    component: async (over = {}) => {
      const name = `Component ${count('component')}`
      const product = over.product ?? (await make.product()).name
      const default_assignee = over.default_assignee ?? (await administrator())
      const { components } = await system()
      const part = { name, description: `About ${name}`, ...given(over), product, default_assignee }
      const { id } = await components.create(part)
      return first((await components.get({ ids: [id] })).components)
    },
    group: async (over = {}) => {
      const name = `Group ${count('group')}`
      const { groups } = await system()
      const { id } = await groups.create({ name, description: `The members of ${name}`, ...given(over) })
      return first((await groups.get({ ids: [id] })).groups)
    },
    customField: async (over = {}) => {
      const n = count('customField')
      const { fields } = await system()
      const { id } = await fields.create({ name: `cf_field${n}`, display_name: `Field ${n}`, type: 1, ...given(over) })
      return first((await fields.get({ ids: [id] })).fields)
    },
  }
  return make
}

type Given<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> }

/** Without members that are undefined, which get defaults as absent ones do. */
function given<T extends object>(over: T): Given<T> {
  return Object.fromEntries(Object.entries(over).filter(([, value]) => value !== undefined)) as Given<T>
}

function first<T>(found: readonly T[]): T {
  const [one] = found
  if (one === undefined) throw new Error('the object no longer exists')
  return one
}
