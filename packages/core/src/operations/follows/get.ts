import * as z from 'zod'
import { requireBug } from '../../access/find-bugs.js'
import { bugRef, count, word } from '../../call/define/inputs.js'
import { defineRead, problem } from '../../call/define/operation.js'
import { loadFollowedBugs, noBugs, sliceFrom, type Slice } from '../../domain/follows/followed-bugs.js'
import { loadFollowedLogins, loadFollowedPlaces } from '../../domain/follows/followed-places.js'
import { scopes } from '../../domain/follows/places.js'
import { TrackerError } from '../../kernel/errors.js'

const mostAtOnce = 1000

const followedBug = z
  .object({
    id: z.int().meta({ ref: 'bug', description: 'ID of the bug.' }),
    summary: z.string().meta({ description: 'Summary.' }),
    is_open: z.boolean().meta({ description: 'Whether the bug is open.' }),
  })
  .meta({ id: 'FollowedBug', description: 'A bug that the caller follows, muted or stopped following.' })

const scope = z.enum(scopes).meta({ description: '`new`: new bugs; `all`: all changes.' })
const by_mail = z.boolean().meta({ description: 'Whether email is also sent.' })
const product = z.string().meta({ ref: 'product', description: 'Name of the product.' })

const followedProduct = z.object({ product, scope, by_mail })
const followedComponent = z.object({
  product,
  component: z.string().meta({ description: 'Name of the component.' }),
  scope,
  by_mail,
})

export const getFollows = defineRead({
  name: 'follows.get',
  summary: 'Get what you follow',
  description:
    'Returns the products, components, users and bugs that the caller follows, muted bugs, and those that the caller ' +
    'stopped following, as far as the caller can see them.\n\n' +
    'With `bug` or `product`, only this bug or place is returned. `limit` and `offset` count all lists as one, in the ' +
    'order products, components, users, bugs, muted, off.\n\n' +
    'Fails with `param_invalid` for `bug` with `product`, `component` without `product`, or a limit above 1,000; ' +
    '`object_does_not_exist` for a place and `bug_id_does_not_exist` for a bug that the caller cannot see.',
  errors: [
    'login_required',
    'param_invalid',
    'param_must_be_numeric',
    'object_does_not_exist',
    'bug_id_does_not_exist',
    'improper_bug_id_field_value',
  ],
  examples: [
    { title: 'Components that you follow', code: 'const { components } = await alice.follows.get()' },
    {
      title: 'How you follow a product and its components',
      code: "const { products, components } = await alice.follows.get({ product: 'Widgets' })",
    },
  ],
  access: 'required',
  input: z.strictObject({
    bug: bugRef.optional().meta({ description: 'Only this bug, by ID or alias.' }),
    product: word.optional().meta({ description: 'Only this product and its components.' }),
    component: word.optional().meta({ description: 'Only this component of `product`.' }),
    limit: count
      .refine((value) => value <= mostAtOnce, problem('param_invalid', { accepted: `0 to ${mostAtOnce}` }))
      .optional()
      .meta({ description: 'Maximum number of results, at most 1,000. Default: all.' }),
    offset: count.default(0).meta({ description: 'Number of results to skip. Only with `limit`.' }),
  }),
  output: z.object({
    products: z.array(followedProduct).meta({ description: 'Products that the caller follows.' }),
    components: z.array(followedComponent).meta({ description: 'Components that the caller follows.' }),
    users: z.array(z.string()).meta({ description: 'Logins of the users whom the caller watches.' }),
    bugs: z.array(followedBug).meta({ description: 'Bugs that the caller follows, by ID.' }),
    muted: z.array(followedBug).meta({ description: 'Muted bugs, by ID.' }),
    off: z.array(followedBug).meta({ description: 'Bugs that the caller stopped following, by ID.' }),
    total: z.int().meta({ description: 'Number of results without `limit` and `offset`.' }),
  }),
  async run(tx, { bug, product: ofProduct, component, limit, offset }, call) {
    requireOneCriterion({ bug, product: ofProduct, component })
    const slice = limit === undefined ? undefined : { limit, offset }
    const bugId = bug === undefined ? undefined : (await requireBug(tx, call, bug, 'bug')).id
    const places = bug === undefined ? await loadFollowedPlaces(tx, call, ofProduct, component) : []
    const isOfAll = bug === undefined && ofProduct === undefined
    const users = isOfAll ? await loadFollowedLogins(tx, call) : []
    const before = places.length + users.length
    const rest = slice && sliceFrom(slice, before)
    const { bugs, total } = ofProduct === undefined ? await loadFollowedBugs(tx, call, rest, bugId) : noBugs
    const shown = cut(places, slice)
    return {
      products: shown.flatMap(({ component: part, ...place }) => (part === undefined ? [place] : [])),
      components: shown.flatMap(({ component: part, ...place }) =>
        part === undefined ? [] : [{ ...place, component: part }],
      ),
      users: [...cut(users, slice && sliceFrom(slice, places.length))],
      bugs: [...bugs.followed],
      muted: [...bugs.muted],
      off: [...bugs.off],
      total: before + total,
    }
  },
})

/** @throws param_invalid */
function requireOneCriterion(given: Readonly<Record<'bug' | 'product' | 'component', unknown>>): void {
  const { bug, product: place, component } = given
  if (bug !== undefined && place !== undefined)
    throw new TrackerError('param_invalid', { field: 'bug', value: bug, accepted: 'either this or `product`' })
  if (component !== undefined && place === undefined)
    throw new TrackerError('param_invalid', { field: 'component', value: component, accepted: 'only with `product`' })
}

function cut<T>(all: readonly T[], slice: Slice | undefined): readonly T[] {
  return slice ? all.slice(slice.offset, slice.offset + slice.limit) : all
}
