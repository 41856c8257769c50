// One bug with all that belongs to it.
import { newBugRow } from '../packages/core/src/domain/bugs/fields/bug-row.js'
import type { NewRow } from '@trackerkit/core/schema'
import { fold } from '@trackerkit/core/store'
import { writeComments } from './comments.js'
import { makeExtras, type Extras } from './extras.js'
import { below, chance, logNormal, oneOf, pareto, weighted, type Random } from './random.js'
import { start, type Setting } from './setting.js'
import type { TextWriter } from './texts.js'
import type { OfBug, Workshop } from './workshop.js'

export interface Bug {
  readonly row: NewRow<'bugs'> & { readonly id: number }
  readonly comments: readonly OfBug<NewRow<'comments'>>[]
  readonly history: readonly OfBug<NewRow<'bug_history'>>[]
  /** Ids of people, keywords, groups and other bugs. */
  readonly cc: readonly number[]
  readonly keywords: readonly number[]
  readonly groups: readonly number[]
  readonly depends_on: readonly number[]
  readonly extras: Extras
}

/** Milliseconds. Bugs are filed all through six years, and discussed until a year later at most. */
const span = 6 * 365 * 86_400_000
const rest = 365 * 86_400_000

const severities = weighted([
  ['normal', 55],
  ['enhancement', 15],
  ['minor', 10],
  ['major', 9],
  ['critical', 5],
  ['trivial', 4],
  ['blocker', 2],
])
const priorities = weighted([
  ['---', 40],
  ['Normal', 30],
  ['High', 15],
  ['Low', 10],
  ['Highest', 5],
])
const systems = weighted([
  ['All', 45],
  ['Windows', 25],
  ['Linux', 20],
  ['Mac OS', 8],
  ['Other', 2],
])
const states = weighted([
  ['UNCONFIRMED', 5],
  ['CONFIRMED', 18],
  ['IN_PROGRESS', 7],
  ['RESOLVED', 52],
  ['VERIFIED', 18],
])
const resolutions = weighted([
  ['FIXED', 60],
  ['WORKSFORME', 12],
  ['DUPLICATE', 12],
  ['INVALID', 10],
  ['WONTFIX', 6],
])

/** The bug with this number; the first is 1. */
export function makeBug(workshop: Workshop, id: number): Bug {
  const { random, writer, setting, bugs } = workshop
  const [creator_id, assigned_to_id] = [setting.people(random), setting.people(random)]
  const created = start.getTime() + Math.floor((span * (id - 1 + random())) / bugs)
  const life = Math.min(logNormal(random, 20 * 86_400_000, 2), rest)
  const estimated_time = chance(random, 0.1) ? 1 + below(random, 40) : 0
  const state = stateOf(workshop, id)
  const talk = writeComments(workshop, {
    creator_id,
    created,
    life,
    count: discussion(workshop, id),
    dupe_of: state.dupe_of,
  })
  const groups = chance(random, 0.03) ? [setting.groups(random)] : []
  const remaining_time = Math.max(0, estimated_time - talk.actual_time)
  const done = talk.actual_time + remaining_time
  const row = newBugRow({
    id,
    creator_id,
    assigned_to_id,
    estimated_time,
    remaining_time,
    actual_time: talk.actual_time,
    ...placeOf(workshop),
    ...state,
    ...textsOf(random, writer),
    group_count: groups.length,
    percentage_complete: done > 0 ? Math.floor((100 * talk.actual_time) / done) : 0,
    comment_count: talk.comments.length,
    public_comment_count: talk.comments.filter((comment) => !comment.is_private).length,
    creation_time: new Date(created),
    last_change_time: talk.last,
  })
  const history = pastOf(workshop, row, life)
  const few = (most: number, pick: () => number) => [...new Set(Array.from({ length: below(random, most + 1) }, pick))]
  return {
    row,
    history,
    groups,
    comments: talk.comments,
    cc: few(6, () => setting.people(random)),
    keywords: chance(random, 0.2) ? few(2, () => setting.keywords(random)) : [],
    depends_on: id > 1 && chance(random, 0.06) ? few(2, () => 1 + below(random, id - 1)) : [],
    extras: makeExtras(workshop, id, talk.comments),
  }
}

/** How many comments: half have 8 or fewer, one in 500 is a long affair, and the one in the middle has 2,000 at least. */
function discussion({ random, bugs, isBrief }: Workshop, id: number): number {
  if (isBrief) return 3
  const usual = Math.max(1, Math.round(logNormal(random, 8, 0.65)))
  const long = chance(random, 1 / 500) ? Math.min(5_000, Math.round(pareto(random, 100, 1.2))) : 0
  return Math.max(usual, long, id === Math.ceil(bugs / 2) ? 2_000 : 0)
}

function stateOf({ random, setting }: Workshop, id: number) {
  const status = states(random)
  const is_open = status !== 'RESOLVED' && status !== 'VERIFIED'
  const drawn = is_open ? '' : resolutions(random)
  const resolution = drawn === 'DUPLICATE' && id === 1 ? 'FIXED' : drawn
  return {
    status_id: valueOf(setting, 'bug_status', status),
    resolution_id: valueOf(setting, 'resolution', resolution),
    is_open,
    is_confirmed: status !== 'UNCONFIRMED',
    dupe_of: resolution === 'DUPLICATE' ? 1 + below(random, id - 1) : null,
  }
}

function placeOf({ random, setting }: Workshop) {
  const { product_id, component_id, versions, milestones } = setting.components(random)
  return {
    product_id,
    component_id,
    version_id: versions(random),
    target_milestone_id: milestones(random),
    priority_id: valueOf(setting, 'priority', priorities(random)),
    severity_id: valueOf(setting, 'bug_severity', severities(random)),
    platform_id: valueOf(setting, 'rep_platform', oneOf(random, ['All', 'PC', 'PC', 'Macintosh', 'Other'])),
    op_sys_id: valueOf(setting, 'op_sys', systems(random)),
  }
}

function textsOf(random: Random, writer: TextWriter) {
  const summary = writer.line(Math.min(200, logNormal(random, 55, 0.4)))
  const whiteboard = chance(random, 0.05) ? `[triage:${below(random, 52)}] ${writer.line(20)}` : ''
  const url = chance(random, 0.04) ? `https://www.example.com/${writer.name().toLowerCase()}` : ''
  return { summary, whiteboard, url }
}

/** Changes that led to the current state: mostly of the priority, and finally of the status. */
function pastOf({ random, setting }: Workshop, bug: NewRow<'bugs'>, life: number): Bug['history'] {
  const from = bug.creation_time.getTime()
  const changed = (field: string, removed: string, added: string, part: number) => ({
    field,
    removed,
    added,
    removed_folded: fold(removed),
    added_folded: fold(added),
    user_id: setting.people(random),
    at: new Date(Math.min(from + Math.floor(life * part), bug.last_change_time.getTime())),
  })
  const past = chance(random, 0.4)
    ? [changed('priority', '---', nameOf(setting, 'priority', bug.priority_id), 0.3)]
    : []
  if (bug.is_confirmed) past.push(changed('status', 'UNCONFIRMED', 'CONFIRMED', 0.5))
  if (bug.is_open) return past
  const end = changed('status', 'CONFIRMED', nameOf(setting, 'bug_status', bug.status_id), 1)
  const resolution = nameOf(setting, 'resolution', bug.resolution_id)
  const closing = {
    field: 'resolution',
    removed: '',
    removed_folded: '',
    added: resolution,
    added_folded: fold(resolution),
  }
  return [...past, end, { ...end, ...closing }]
}

function valueOf({ values }: Setting, field: string, name: string): number {
  const id = values.get(field)?.get(name)
  if (id === undefined) throw new Error(`${field} has no value ${name}`)
  return id
}

function nameOf({ values }: Setting, field: string, id: number): string {
  for (const [name, known] of values.get(field) ?? []) if (known === id) return name
  throw new Error(`${field} has no value ${id}`)
}
