import * as z from 'zod'
import { requireUser, type Call } from '../../call/context.js'
import { id } from '../../call/define/inputs.js'
import { createdObject } from '../../call/define/outputs.js'
import { defineWrite } from '../../call/define/operation.js'
import {
  findRecipients,
  findSavedSearch,
  requireSchedulingRight,
  scheduleInput,
  scheduleKinds,
  scheduleLimits,
  type ScheduleKind,
} from '../../domain/schedules/inputs.js'
import { changeRecipients } from '../../domain/schedules/recipients.js'
import { nextTimeOf } from '../../domain/schedules/reschedule.js'
import { bitsOfDays, sortedHours } from '../../domain/schedules/times.js'
import { TrackerError } from '../../kernel/errors.js'
import { insertOne } from '../../schema/insert-one.js'
import type { Row, Writer } from '../../schema/index.js'

export const createSchedule = defineWrite({
  name: 'schedules.create',
  summary: 'Get a digest or the bugs of a saved search by email',
  description:
    'Creates a schedule: at full hours of days of the week, the tracker sends a digest of your inbox, or the bugs that a ' +
    'saved search finds. A user has at most one digest and 20 schedules.\n\n' +
    'A search can be your own or shared with you, requires membership in bz_canusewhines, and in bz_canusewhineatothers ' +
    'to send it to others. It runs for each recipient with their permissions. A search that fails disables the schedule, ' +
    'and you get email about it.\n\n' +
    'Fails with `param_required` without the search; `object_does_not_exist` for a search, user or group that the caller ' +
    'cannot use; `schedule_denied` without the group; `schedule_limit` for another schedule; `param_invalid` for parts ' +
    'of a search in a digest, and for `to` without recipients.',
  errors: [
    'login_required',
    'param_required',
    'param_invalid',
    'object_does_not_exist',
    'schedule_denied',
    'schedule_limit',
    'list_too_long',
    'text_too_long',
  ],
  examples: [
    {
      title: 'Send a digest on Mondays and Thursdays at eight',
      code: "await alice.schedules.create({ kind: 'digest', days: ['monday', 'thursday'], hours: [8] })",
    },
    {
      title: 'Send the changed bugs of a saved search every Friday',
      code:
        'const { saved_searches } = await alice.savedSearches.get()\n' +
        'for (const { id } of saved_searches.slice(0, 1))\n' +
        "  await alice.schedules.create({ saved_search_id: id, days: ['friday'], hours: [16], only_changed: true })",
    },
  ],
  access: 'required',
  input: z.strictObject({
    kind: z.enum(scheduleKinds).default('search').meta({ description: 'A `digest` of the inbox, or a `search`.' }),
    saved_search_id: id.optional().meta({ description: 'Of a search: the saved search.' }),
    name: scheduleInput.name.default('').meta({ description: 'A name for the email. Defaults to that of the search.' }),
    days: scheduleInput.days,
    hours: scheduleInput.hours,
    to: scheduleInput.to.default(null).meta({ description: 'The recipients of a search. Defaults to the caller.' }),
    only_changed: scheduleInput.only_changed.default(false),
    if_empty: scheduleInput.if_empty.default(false),
  }),
  output: createdObject,
  async run(tx, { saved_search_id, days, ...input }, call) {
    const { id: user_id } = requireUser(call.who)
    const search = await requireSubject(tx, call, { ...input, saved_search_id })
    requireSchedulingRight(call, input)
    const to = changeRecipients([], await findRecipients(tx, call, input.to))
    await requireRoom(tx, user_id, input.kind)
    const timing = { days: bitsOfDays(days), hours: sortedHours(input.hours) }
    const next_time = await nextTimeOf(tx, user_id, timing, call.now)
    const state = { is_enabled: true, next_time, last_time: null, disabled_reason: '' }
    const row = { ...input, ...timing, ...state, user_id, to, saved_search_id: search?.id ?? null }
    const name = input.name || (search?.name ?? '')
    return { id: await insertOne(tx, 'schedules', { ...row, name }) }
  },
})

interface Subject {
  readonly kind: ScheduleKind
  readonly saved_search_id: number | undefined
  readonly to: unknown
  readonly only_changed: boolean
  readonly if_empty: boolean
}

/** @throws param_required, param_invalid, object_does_not_exist */
async function requireSubject(tx: Writer, call: Call, input: Subject): Promise<Row<'saved_searches'> | undefined> {
  const { kind, saved_search_id: value, to, only_changed, if_empty } = input
  if (kind === 'digest') {
    const given = { saved_search_id: value !== undefined, to: to !== null, only_changed, if_empty }
    const field = Object.entries(given).find(([, isGiven]) => isGiven)?.[0]
    if (field !== undefined)
      throw new TrackerError('param_invalid', { field, accepted: 'nothing for a digest', value: kind })
    return undefined
  }
  if (value === undefined) throw new TrackerError('param_required', { field: 'saved_search_id' })
  const search = await findSavedSearch(tx, call, value)
  if (search) return search
  throw new TrackerError('object_does_not_exist', { kind: 'saved search', field: 'saved_search_id', value })
}

/** @throws schedule_limit */
async function requireRoom(tx: Writer, userId: number, kind: ScheduleKind): Promise<void> {
  const rows = await tx.select({ from: 'schedules', where: { col: 'user_id', eq: userId }, columns: ['kind'] })
  if (rows.length >= scheduleLimits.schedules)
    throw new TrackerError('schedule_limit', { field: 'schedules', limit: scheduleLimits.schedules })
  if (kind === 'digest' && rows.filter((row) => row.kind === 'digest').length >= scheduleLimits.digests)
    throw new TrackerError('schedule_limit', { field: 'digests', limit: scheduleLimits.digests })
}
