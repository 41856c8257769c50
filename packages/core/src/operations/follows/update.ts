import * as z from 'zod'
import { requireBugs } from '../../access/find-bugs.js'
import { requireUser, type Call } from '../../call/context.js'
import { bugRef, line, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { beginFollow } from '../../domain/follows/begin.js'
import { requireFewWatched } from '../../domain/follows/limits.js'
import { requirePlace, scopes } from '../../domain/follows/places.js'
import { followKinds, followsBy, keyOfFollow, watchOf, type FollowKind } from '../../domain/follows/where.js'
import { chosenStates, followStates, inState, marksOf, setMarks } from '../../domain/marks/set.js'
import { requireUsers } from '../../domain/users/find.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Row, Writer } from '../../schema/index.js'

/** Things in one list, and what a user can follow. */
const mostAtOnce = 100
const [mostBugs, mostPlaces] = [5000, 200]

const target = z
  .strictObject({
    bug: bugRef.optional().meta({ description: 'ID or alias of a bug.' }),
    product: line.optional().meta({ description: 'Name of a product.' }),
    component: line.optional().meta({ description: 'Name of a component of `product`.' }),
    user: line.optional().meta({ description: 'Login of a user to watch.' }),
    scope: z
      .enum(scopes)
      .optional()
      .meta({ description: 'For a product or component: `new` bugs, or `all` changes. Defaults to `new`.' }),
    by_mail: z
      .boolean()
      .optional()
      .meta({ description: 'For a product or component: also send email. Defaults to false, only the inbox.' }),
  })
  .meta({ id: 'FollowTarget', description: 'A bug, a product, a component or a user.' })

type Target = z.output<typeof target>
type Follow = Pick<Row<'follows'>, 'kind' | 'object_id' | 'scope' | 'by_mail'>

/** The things that a list names. */
interface Named {
  readonly bugs: readonly number[]
  readonly follows: readonly Follow[]
}

const targets = list(target, mostAtOnce).default([])
const lists = ['add', 'remove', 'mute', 'off'] as const

export const updateFollows = defineWrite({
  name: 'follows.update',
  summary: 'Follow or stop following bugs, products, components and users, or mute bugs',
  description:
    'Adds and removes what the caller follows, stops following bugs, and mutes bugs. Following concerns the inbox, with `by_mail` email ' +
    'too; following a user is watching them, which concerns email. A product or component is followed from now on: earlier changes are ' +
    'not unread.\n\n' +
    'Bugs that are `off` cause no lines or email because you reported them, commented on them, are their QA contact or on their CC list, ' +
    'or follow their product or component; mentions, requests and bugs that are assigned to you still do. Muted bugs cause no email ' +
    'at all, and only mentions and requests reach the inbox. Removing a bug ends either.\n\n' +
    'Following again sets the scope and `by_mail`; removing what is not followed changes nothing. The lists apply in the order `remove`, ' +
    '`add`, `mute`, `off`.\n\n' +
    'Fails with `params_required` without targets; `param_invalid` for a target that names no thing or several; ' +
    '`follow_limit` above 5,000 bugs, 200 products and components, or 100 users; `illegal_value` for the caller.',
  errors: [
    'login_required',
    'params_required',
    'param_invalid',
    'follow_limit',
    'bug_id_does_not_exist',
    'improper_bug_id_field_value',
    'object_does_not_exist',
    'illegal_value',
  ],
  examples: [
    {
      title: 'Follow new bugs of a component',
      code: "await alice.follows.update({ add: [{ product: 'Widgets', component: 'UI' }] })",
    },
    { title: 'Stop following a bug that you reported', code: 'await alice.follows.update({ off: [{ bug: 12 }] })' },
    { title: 'Mute a bug', code: 'await alice.follows.update({ mute: [{ bug: 12 }] })' },
  ],
  access: 'required',
  input: z.strictObject({
    add: targets.meta({ description: 'Targets to follow.' }),
    remove: targets.meta({ description: 'Targets to unfollow or unmute. Roles and comments then decide about bugs.' }),
    mute: targets.meta({ description: 'Bugs to mute.' }),
    off: targets.meta({ description: 'Bugs to stop following, whatever your roles and comments.' }),
  }),
  output: z.object({}),
  async run(tx, input, call) {
    const { id } = requireUser(call.who)
    if (lists.every((name) => input[name].length === 0)) throw new TrackerError('params_required', { fields: lists })
    const removed = await findNamed(tx, call, input.remove, 'remove')
    const added = await findNamed(tx, call, input.add, 'add')
    const muted = await findBugsNamed(tx, call, input.mute, 'mute')
    const off = await findBugsNamed(tx, call, input.off, 'off')
    await tx.update('bug_marks', marksOf(id, removed.bugs), followStates.none)
    await setMarks(tx, id, added.bugs, followStates.followed)
    await setMarks(tx, id, muted, followStates.muted)
    await setMarks(tx, id, off, followStates.off)
    for (const kind of followKinds) await removeFollows(tx, id, kind, removed.follows)
    await putFollows(tx, call, id, added.follows)
    await requireBugLimits(tx, id, { followed: added.bugs, muted, off })
    await requireLimits(tx, id, added.follows)
    return {}
  },
})

/** @throws param_invalid for other things */
async function findBugsNamed(tx: Writer, call: Call, all: readonly Target[], field: 'mute' | 'off') {
  const { bugs, follows } = await findNamed(tx, call, all, field)
  if (follows.length > 0) throw new TrackerError('param_invalid', { field, value: all, accepted: 'bugs' })
  return bugs
}

async function findNamed(tx: Writer, call: Call, all: readonly Target[], field: string): Promise<Named> {
  for (const one of all) requireOne(one, field)
  const bugs = await requireBugs(
    tx,
    call,
    all.flatMap(({ bug }) => bug ?? []),
    field,
  )
  const users = await requireUsers(
    tx,
    all.flatMap(({ user }) => user ?? []),
    field,
  )
  const { id } = requireUser(call.who)
  const me = users.find((user) => user.id === id)
  if (me) throw new TrackerError('illegal_value', { field, value: me.login, accepted: 'others' })
  const places = all.flatMap(({ product, component, scope = 'new', by_mail = false }) =>
    product === undefined ? [] : [{ ...requirePlace(call, { product, component }), scope, by_mail: by_mail || null }],
  )
  const watched = users.map((user) => watchOf(id, user.id))
  return { bugs: bugs.map((bug) => bug.id), follows: [...places, ...watched] }
}

/** @throws param_invalid */
function requireOne(one: Target, field: string): void {
  const { bug, product, user, component, scope, by_mail } = one
  const named = [bug, product, user].filter((part) => part !== undefined)
  const isPlace = product !== undefined
  if (named.length === 1 && (isPlace || [component, scope, by_mail].every((part) => part === undefined))) return
  const accepted = '`bug`, `user`, or `product` with or without `component`, `scope` and `by_mail`'
  throw new TrackerError('param_invalid', { field, value: one, accepted })
}

async function removeFollows(tx: Writer, id: number, kind: FollowKind, follows: readonly Follow[]): Promise<void> {
  const ids = follows.filter((follow) => follow.kind === kind).map((follow) => follow.object_id)
  if (ids.length > 0) await tx.delete('follows', { and: [followsBy(id, kind), { col: 'object_id', in: ids }] })
}

/** The last follow of each thing counts. */
async function putFollows(tx: Writer, call: Call, id: number, follows: readonly Follow[]): Promise<void> {
  if (follows.length === 0) return
  const there = await tx.select({ from: 'follows', where: { col: 'user_id', eq: id } })
  const known = new Map(there.map((row) => [keyOfFollow(row), row]))
  const last = new Map(follows.map((follow) => [keyOfFollow(follow), follow]))
  const rows = Array.from(last, ([key, follow]) => beginFollow({ user_id: id, ...follow }, known.get(key), call.now))
  await tx.put('follows', rows)
}

const fieldOf = { followed: 'add', muted: 'mute', off: 'off' } as const

/** @throws follow_limit */
async function requireBugLimits(
  tx: Writer,
  id: number,
  changed: Readonly<Record<keyof typeof fieldOf, readonly number[]>>,
): Promise<void> {
  for (const state of chosenStates) {
    const where = { and: [{ col: 'user_id', eq: id } as const, inState(state)] }
    if (changed[state].length > 0 && (await tx.count('bug_marks', where)) > mostBugs)
      throw new TrackerError('follow_limit', { field: fieldOf[state], limit: mostBugs })
  }
}

/** @throws follow_limit */
async function requireLimits(tx: Writer, id: number, added: readonly Follow[]): Promise<void> {
  const kinds = new Set(added.map(({ kind }) => kind))
  if (kinds.has('user')) await requireFewWatched(tx, id, 'add')
  const places = { or: [followsBy(id, 'product'), followsBy(id, 'component')] }
  if ((kinds.has('product') || kinds.has('component')) && (await tx.count('follows', places)) > mostPlaces)
    throw new TrackerError('follow_limit', { field: 'add', limit: mostPlaces })
}
