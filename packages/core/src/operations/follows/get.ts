import { z } from 'zod'
import { findVisibleBugs } from '../../access/find-bugs.js'
import { requireUser, type Call } from '../../call/context.js'
import { defineRead } from '../../call/define/operation.js'
import { accessibleProducts, scopes, type FollowScope } from '../../domain/follows/places.js'
import type { FollowKind } from '../../domain/follows/where.js'
import { loadUsers } from '../../domain/users/find.js'
import type { Reader, Row } from '../../schema/index.js'

const followedBug = z
  .object({
    id: z.int().meta({ ref: 'bug', description: 'ID of the bug.' }),
    summary: z.string().meta({ description: 'Summary.' }),
    is_open: z.boolean().meta({ description: 'Whether the bug is open.' }),
  })
  .meta({ id: 'FollowedBug', description: 'A bug that the caller follows or muted.' })

const scope = z.enum(scopes).meta({ description: '`new`: new bugs; `all`: all changes.' })
const by_mail = z.boolean().meta({ description: 'Whether email is also sent.' })
const product = z.string().meta({ ref: 'product', description: 'Name of the product.' })

const followedPlaces = {
  products: z.array(z.object({ product, scope, by_mail })).meta({ description: 'Products that the caller follows.' }),
  components: z
    .array(z.object({ product, component: z.string().meta({ description: 'Name of the component.' }), scope, by_mail }))
    .meta({ description: 'Components that the caller follows.' }),
}

export const getFollows = defineRead({
  name: 'follows.get',
  summary: 'Get what you follow',
  description:
    'Returns the bugs, products, components and users that the caller follows, and muted bugs, as far as ' +
    'the caller can see them.',
  errors: ['login_required'],
  examples: [{ title: 'Components that you follow', code: 'const { components } = await alice.follows.get()' }],
  access: 'required',
  input: z.strictObject({}),
  output: z.object({
    bugs: z.array(followedBug).meta({ description: 'Bugs that the caller follows, by ID.' }),
    muted: z.array(followedBug).meta({ description: 'Muted bugs, by ID.' }),
    ...followedPlaces,
    users: z.array(z.string()).meta({ description: 'Logins of the users whom the caller watches.' }),
  }),
  async run(tx, _input, call) {
    const { id } = requireUser(call.who)
    const own = { col: 'user_id', eq: id } as const
    const marked = { and: [own, { not: { col: 'following', eq: null } as const }] }
    const marks = await tx.select({ from: 'bug_marks', where: marked, columns: ['bug_id', 'following'] })
    const bugs = await findVisibleBugs(
      tx,
      call,
      marks.map((mark) => mark.bug_id),
    )
    const followed = new Set(marks.filter((mark) => mark.following).map((mark) => mark.bug_id))
    const rows = await tx.select({ from: 'follows', where: own })
    return {
      bugs: bugs.filter((bug) => followed.has(bug.id)),
      muted: bugs.filter((bug) => !followed.has(bug.id)),
      ...viewPlaces(call, rows),
      users: await loginsOf(tx, rows),
    }
  },
})

function viewPlaces(call: Call, rows: readonly Row<'follows'>[]) {
  const known = new Map(
    rows.map((row) => [
      `${row.kind} ${row.object_id}`,
      { scope: row.scope as FollowScope, by_mail: row.by_mail === true },
    ]),
  )
  const followOf = (kind: FollowKind, id: number) => known.get(`${kind} ${id}`)
  const products = accessibleProducts(call)
  return {
    products: products.flatMap(({ id, name }) => {
      const found = followOf('product', id)
      return found ? [{ product: name, ...found }] : []
    }),
    components: products.flatMap(({ name, components }) =>
      components.flatMap((component) => {
        const found = followOf('component', component.id)
        return found ? [{ product: name, component: component.name, ...found }] : []
      }),
    ),
  }
}

async function loginsOf(tx: Reader, rows: readonly Row<'follows'>[]): Promise<string[]> {
  const users = await loadUsers(
    tx,
    rows.flatMap((row) => (row.kind === 'user' ? [row.object_id] : [])),
  )
  return Array.from(users.values(), (user) => user.login).toSorted()
}
