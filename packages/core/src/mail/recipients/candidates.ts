// Finds users whom changes may concern: users with a role in the bugs, their watchers, and requestees of flags. The
// final decision is made per user in seen-by-reader.ts.
import { loginOf } from '../../auth/login-name.js'
import { isOn, type Catalogue } from '../../setup/catalogue.js'
import { groupBy } from '../../kernel/collections.js'
import type { Reader, Row } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { followersOf, keyOfFollow } from '../../domain/follows/where.js'
import { findUsersByLogin, loadUsers } from '../../domain/users/find.js'
import type { BugPayload, DependencyPayload, FlagPayload, MailReason } from '../../call/mail-fact.js'
import type { BugChangeEvent } from '../../call/change-event.js'
import { addressee, splitAddresses } from '../snapshot/flag-readers.js'
import type { Known } from '../snapshot/mail-snapshot.js'
import { createBugFinder, type BugFinder } from './bug-after.js'
import { noRoleChanges, rolesOf, withWatchers, type RoleChanges } from './recipients.js'

/** A change of a bug as the feed holds it. */
export interface PendingChange {
  readonly seq: number
  readonly bug_id: number
  readonly at: Date
  /** The user who made the change. */
  readonly by: number
  readonly details: BugChangeEvent
}

export interface Pending {
  /** In their order. */
  readonly changes: readonly PendingChange[]
  /** The number of the last entry of the feed. */
  readonly last: number
}

/** A message to one person, if they get it. */
export type Candidate = { readonly change: PendingChange; readonly bug_id: number; readonly user_id: number | null } & (
  | { readonly kind: 'bug'; readonly payload: BugPayload }
  | { readonly kind: 'dependency'; readonly payload: DependencyPayload }
  | { readonly kind: 'flag'; readonly address: string | null; readonly payload: FlagPayload }
)

/** A bug with the roles that may get email. */
interface Target {
  readonly change: PendingChange
  readonly bugId: number
  readonly roleChanges: RoleChanges
}

/** Also returns the rows that had to be read for it. */
export async function findCandidates(
  tx: Reader,
  catalogue: Catalogue,
  { changes: all, last }: Pending,
): Promise<{ readonly candidates: readonly Candidate[]; readonly known: Known }> {
  const targets = [
    ...all.map((change) => ({ change, bugId: change.bug_id, roleChanges: change.details })),
    ...(await waitingBugs(tx, all)),
  ]
  const { bugAfter, known } = await createBugFinder(tx, targets, last)
  const { peopleOf, followersOfChange } = await createPeopleFinder(tx, catalogue, { targets, all, bugAfter })
  const mentionsOf = await createMentionFinder(tx, all)
  const candidates: Candidate[] = []
  for (const target of targets) {
    const { change, bugId } = target
    const people = change.details.is_bulk ? new Map<number, Reasons>() : peopleOf(target)
    const isOwn = bugId === change.bug_id
    const more = isOwn ? [...mentionsOf(change), ...followersOfChange(change)] : []
    for (const [user_id, reasons] of withReasons(people, more))
      candidates.push({ change, bug_id: bugId, user_id, ...messageTo(target, reasons) })
  }
  return { candidates: [...candidates, ...(await flagCandidates(tx, catalogue, all))], known }
}

/** The bugs that wait for one that was opened or closed. */
async function waitingBugs(tx: Reader, all: readonly PendingChange[]): Promise<Target[]> {
  const opened = all.filter(({ details }) => details.open_changed)
  if (opened.length === 0) return []
  const ids = opened.map((change) => change.bug_id)
  const rows = await tx.select({ from: 'bug_dependencies', where: { col: 'depends_on_id', in: ids } })
  const waiting = groupBy(rows, (row) => row.depends_on_id)
  return opened.flatMap((change) =>
    (waiting.get(change.bug_id) ?? []).map((row) => ({ change, bugId: row.bug_id, roleChanges: noRoleChanges })),
  )
}

/** The mentions in new comments, and those that edits added. */
async function createMentionFinder(tx: Reader, all: readonly PendingChange[]) {
  const ids = all.flatMap(({ details }) => [
    ...details.comments,
    ...(details.mentioned.length > 0 ? details.rewritten.comments : []),
  ])
  const rows =
    ids.length === 0 ? [] : await tx.select({ from: 'comment_mentions', where: { col: 'comment_id', in: ids } })
  return ({ by, details }: PendingChange) => {
    const [made, edited] = [new Set(details.comments), new Set(details.rewritten.comments)]
    return rows
      .filter(
        ({ comment_id, user_id, added_at }) =>
          user_id !== by &&
          (added_at === null ? made.has(comment_id) : edited.has(comment_id) && details.mentioned.includes(user_id)),
      )
      .map(({ user_id, comment_id }): PersonalReason => ({ user_id, role: 'mentioned', comment_id }))
  }
}

interface PersonalReason extends Pick<MailReason, 'role' | 'comment_id' | 'place'> {
  readonly user_id: number
}

type Places = ReadonlyMap<PendingChange, ReturnType<BugFinder>>

/** The places of bugs that email is about. */
function placesOf(all: readonly PendingChange[], bugAfter: BugFinder): Places {
  const mailed = all.filter(({ details }) => !details.is_bulk)
  return new Map(mailed.map((change) => [change, bugAfter(change, change.bug_id)]))
}

/** Follows of the users, and those by email of the places. */
function selectFollows(tx: Reader, users: readonly number[], places: Places) {
  const bugs = [...places.values()].filter((bug) => bug !== undefined)
  const ofProducts = followersOf('product', [...new Set(bugs.map((bug) => bug.product_id))])
  const ofComponents = followersOf('component', [...new Set(bugs.map((bug) => bug.component_id))])
  const ofPlaces = { and: [{ or: [ofProducts, ofComponents] }, { col: 'by_mail', eq: true } as const] }
  const ofUsers = followersOf('user', users)
  return tx.select({ from: 'follows', where: bugs.length === 0 ? ofUsers : { or: [ofUsers, ofPlaces] } })
}

/** The users who follow the product or component of a bug by email: its new bugs, or all changes. */
function createFollowerFinder(places: Places, follows: readonly Row<'follows'>[]) {
  const byPlace = groupBy(follows, keyOfFollow)
  return (change: PendingChange): PersonalReason[] => {
    const { by, details } = change
    const bug = places.get(change)
    if (!bug) return []
    const here = [
      { kind: 'product', id: bug.product_id },
      { kind: 'component', id: bug.component_id },
    ] as const
    return here.flatMap((place) =>
      (byPlace.get(keyOfFollow({ kind: place.kind, object_id: place.id })) ?? [])
        .filter(({ user_id, scope }) => user_id !== by && (details.is_new || scope === 'all'))
        .map(({ user_id }) => ({ user_id, role: 'follower', place })),
    )
  }
}

function withReasons(people: ReadonlyMap<number, Reasons>, more: readonly PersonalReason[]): Map<number, Reasons> {
  const all = new Map(people)
  for (const { user_id, ...reason } of more) {
    const { holds, is_global } = all.get(user_id) ?? { holds: [], is_global: false }
    all.set(user_id, { holds: [...holds, { via: null, moved: null, ...reason }], is_global })
  }
  return all
}

type Reasons = Pick<BugPayload, 'holds' | 'is_global'>

function messageTo(
  { change, bugId }: Target,
  reasons: Reasons,
): { kind: 'bug'; payload: BugPayload } | { kind: 'dependency'; payload: DependencyPayload } {
  const { by, details } = change
  const { is_new, history } = details
  // An edited comment is shown to the users whom it mentions for the first time.
  const mentioning = reasons.holds.flatMap(({ comment_id }) => comment_id ?? [])
  const comments = [...new Set([...details.comments, ...mentioning])]
  return bugId === change.bug_id
    ? { kind: 'bug', payload: { by, is_new, history, comments, ...reasons } }
    : { kind: 'dependency', payload: { by, history, blocker: change.bug_id, ...reasons } }
}

interface Scene {
  readonly targets: readonly Target[]
  readonly all: readonly PendingChange[]
  readonly bugAfter: BugFinder
}

/** Loads roles, watchers, global watchers and followers of places for all targets together. */
async function createPeopleFinder(tx: Reader, catalogue: Catalogue, { targets, all, bugAfter }: Scene) {
  const roles = new Map(
    targets.map((target) => {
      const bug = bugAfter(target.change, target.bugId)
      const holds = bug && rolesOf(bug, target.roleChanges, isOn(catalogue, 'useqacontact'))
      return [target, holds ?? new Map<number, MailReason[]>()] as const
    }),
  )
  const everybody = new Set([...roles.values()].flatMap((holds) => [...holds.keys()]))
  const places = placesOf(all, bugAfter)
  const follows = await selectFollows(tx, [...everybody], places)
  const watches = follows.filter(({ kind }) => kind === 'user')
  const watched = await loadUsers(
    tx,
    watches.map((watch) => watch.object_id),
  )
  const everywhere = await findUsersByLogin(tx, splitAddresses(catalogue.parameters.globalwatchers))
  const watchers = [...everywhere.values()].map((user) => user.id)
  const peopleOf = (target: Target): Map<number, Reasons> => {
    const holds = withWatchers(roles.get(target) ?? new Map(), watches, (id) => watched.get(id)?.login ?? '')
    const reasons = new Map([...holds].map(([id, own]) => [id, { holds: own, is_global: false }]))
    for (const id of watchers) reasons.set(id, { holds: holds.get(id) ?? [], is_global: true })
    return reasons
  }
  return { peopleOf, followersOfChange: createFollowerFinder(places, follows) }
}

/**
 * Returns at most one message per flag and user. Users on the CC list of its type get one regardless of their
 * preferences.
 */
async function flagCandidates(tx: Reader, catalogue: Catalogue, all: readonly PendingChange[]): Promise<Candidate[]> {
  const flags = all.flatMap((change) => change.details.flags.map((flag) => ({ change, flag })))
  const listOf = (typeId: number) => splitAddresses(catalogue.flagTypes.get(typeId)?.cc_list ?? '')
  const addresses = flags.flatMap(({ flag }) => listOf(flag.type_id))
  const users = await findUsersByLogin(
    tx,
    addresses.map((address) => loginOf(catalogue, address)),
  )
  return flags.flatMap(({ change, flag }) => {
    const { by, details } = change
    const { comments } = details
    const base = { change, bug_id: change.bug_id, kind: 'flag' } as const
    const direct = addressee(flag)
    const list = listOf(flag.type_id).map((address): Candidate => {
      const user_id = users.get(fold(loginOf(catalogue, address)))?.id ?? null
      const payload = { by, flag, comments, why: 'listed' } as const
      return { ...base, user_id, address: user_id === null ? address : null, payload }
    })
    if (!direct || list.some((one) => one.user_id === direct.userId)) return list
    const payload = { by, flag, comments, why: direct.why }
    return [{ ...base, user_id: direct.userId, address: null, payload }, ...list]
  })
}
