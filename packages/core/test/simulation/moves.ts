// Random operations of random people on bugs. Many are rejected.
import type { Operations } from '@trackerkit/types'
import { at } from '../bugs.js'
import { editors, groups, people } from './people.js'

type Random = <T>(choices: readonly T[]) => T

/** Numbers that look random and follow from where they start. */
export function createRandom(start: number): { readonly pick: Random; readonly upTo: (n: number) => number } {
  let state = start >>> 0
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const upTo = (n: number) => Math.floor(next() * n)
  return { upTo, pick: (choices) => choices[upTo(choices.length)] as (typeof choices)[number] }
}

const places = [
  { product: 'Widgets', component: 'UI', version: '1.0' },
  { product: 'Widgets', component: 'Core', version: '2.0' },
  { product: 'Gadgets', component: 'Main', version: 'unspecified' },
  { product: 'Vault', component: 'Safe', version: '1' },
]

export interface Move {
  readonly who: string
  /** True if it files a bug. */
  readonly isBirth?: boolean
  readonly run: (as: Operations) => Promise<unknown>
}

type Numbers = ReturnType<typeof createRandom>

/** A random person. */
export function nextPerson({ pick, upTo }: Numbers): string {
  return pick(upTo(2) === 0 ? people : editors)
}

/** Bugs and changes of bugs at random. Many do not exist or are refused. */
export function createChoices({ pick, upTo }: Numbers, bugs: number) {
  // Often one of a few, so that links come round in circles.
  const bug = () => (upTo(2) === 0 ? bugs + 1 - upTo(Math.min(bugs + 1, 30)) : 1 + upTo(bugs + 1))
  const some = <T>(make: () => T) => Array.from({ length: upTo(3) }, make)
  const user = () => at(pick(people))
  const keywords = () => some(() => pick(['crash', 'regression']))
  const fields: readonly (() => object)[] = [
    () => ({ priority: pick(['High', 'Low', '---', 'Low', 'High', 'nonsense']) }),
    () => ({ summary: `Summary ${upTo(5)}`, whiteboard: pick(['', 'w', 'ß']) }),
    () => ({ status: pick(['UNCONFIRMED', 'CONFIRMED', 'IN_PROGRESS', 'RESOLVED', 'VERIFIED']) }),
    () => ({ status: 'RESOLVED', resolution: pick(['FIXED', 'INVALID', 'DUPLICATE']) }),
    () => ({ status: pick(['CONFIRMED', 'UNCONFIRMED']) }),
    () => ({ resolution: pick(['FIXED', 'WONTFIX', '']) }),
    () => ({ dupe_of: bug() }),
    () => ({ cc: { add: some(user), remove: some(user) } }),
    () => ({ keywords: pick([{ add: keywords(), remove: keywords() }, { set: keywords() }]) }),
    () => ({ depends_on: pick([{ add: some(bug), remove: some(bug) }, { set: some(bug) }]) }),
    () => ({ blocks: pick([{ add: some(bug), remove: some(bug) }, { set: some(bug) }]) }),
    () => ({ see_also: { add: some(() => String(bug())), remove: some(() => `show_bug.cgi?id=${bug()}`) } }),
    () => ({ alias: pick([{ add: [`a${upTo(8)}`] }, { remove: [`a${upTo(8)}`] }, { set: [`A${upTo(8)}`] }, '']) }),
    () => ({ groups: pick([{ add: [pick(groups)] }, { remove: [pick(groups)] }]) }),
    () => ({ assigned_to: user(), qa_contact: pick([user(), '']) }),
    () => ({ reset_assigned_to: true, reset_qa_contact: true }),
    () => ({ ...pick(places), target_milestone: pick(['---', 'M1']) }),
    () => ({ comment: { body: pick(['', 'Said', 'Ünïcode 🐞']), is_private: pick([true, false]) } }),
    () => ({ work_time: pick([0.1, 1.25, -0.5]), estimated_time: upTo(10) }),
    () => ({ remaining_time: upTo(9) / 4, deadline: pick(['2026-07-01', '']) }),
    () => ({ cf_bug: pick([bug(), null]), cf_many: some(() => pick(['x', 'y'])) }),
    () => ({ flags: [{ name: 'ask', status: pick(['?', '+', '-', 'X']), requestee: pick([user(), undefined]) }] }),
    () => ({ comment_is_private: { [1 + upTo(3 * bugs + 1)]: pick([true, false]) } }),
    () => ({ is_cc_accessible: pick([true, false]), is_creator_accessible: pick([true, false]) }),
  ]
  const change = () => Object.assign({}, ...Array.from({ length: 1 + upTo(2) }, () => pick(fields)())) as object
  return { bug, some, user, keywords, change }
}

/** The next operation of a person. Many are rejected. */
export function nextMove(random: Numbers, bugs: number): Move {
  const { pick, upTo } = random
  const who = nextPerson(random)
  const { bug, some, user, keywords, change } = createChoices(random, bugs)
  if (upTo(20) === 0) {
    const text = pick(['Heard', 'Seen'])
    const input = { id: bug(), comment: text, is_private: pick([true, false, false]), work_time: pick([0, 0, 0.3]) }
    return { who, run: (as) => as.comments.create(input) }
  }
  if (upTo(bugs < 50 ? 4 : 16) === 0) {
    const { status: _status, dupe_of: _dupeOf, ...rest } = change() as Record<string, unknown>
    const plain = Object.fromEntries(Object.entries(rest).filter(([, value]) => typeof value === 'string'))
    const links = { depends_on: some(bug), cc: some(user), keywords: keywords(), groups: some(() => pick(groups)) }
    const said = { description: pick(['', 'It does']), comment_is_private: pick([true, false, false, false]) }
    const input = { summary: 'New', ...plain, ...pick(places), ...said, ...pick([links, {}]) }
    return { who, isBirth: true, run: (as) => as.bugs.create(input) }
  }
  const ids = pick([[bug()], [bug()], [bug(), bug(), `a${upTo(8)}`]])
  const input = change()
  return { who, run: (as) => as.bugs.update({ ids, ...input }) }
}
