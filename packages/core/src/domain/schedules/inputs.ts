// The inputs of schedules, and what create and update check.
import * as z from 'zod'
import { inGroupNamed, requireUser, type Call, type Viewer } from '../../call/context.js'
import { idOrName, line, list, limited, word } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row } from '../../schema/index.js'
import { findGroup } from '../groups/find.js'
import { ownSearches, sharedSearches } from '../saved-searches/find.js'
import { requireUsers } from '../users/find.js'
import { hasRecipients, type Recipients } from './recipients.js'
import { dayNames } from './times.js'

export const scheduleKinds = ['digest', 'search'] as const
export type ScheduleKind = (typeof scheduleKinds)[number]

/** Limits of a schedule, and of the schedules of one user. */
export const scheduleLimits = { hours: 4, users: 100, groups: 20, name: 64, schedules: 20, digests: 1 } as const

const hour = z.int().refine((value) => value >= 0 && value <= 23, problem('param_invalid', { accepted: '0 to 23' }))
/** The accepted recipients of a search. */
export const aRecipient = 'a user or group, or null for the caller'
const aDay = problem('param_invalid', { accepted: 'one day or more' })
const anHour = problem('param_invalid', { accepted: 'one hour or more' })

export const scheduleInput = {
  name: limited(line, scheduleLimits.name).meta({ description: 'A name for the email, at most 64 characters.' }),
  days: list(z.enum(dayNames), dayNames.length)
    .refine((days) => days.length > 0, aDay)
    .meta({ description: 'Days of the week, in the time zone of the preferences for pages, or UTC.' }),
  hours: list(hour, scheduleLimits.hours)
    .refine((hours) => hours.length > 0, anHour)
    .meta({ description: 'The full hours of these days, 0 to 23, at most four.' }),
  to: z
    .strictObject({
      users: list(word, scheduleLimits.users).default([]).meta({ description: 'Logins, at most 100.' }),
      groups: list(idOrName, scheduleLimits.groups).default([]).meta({
        description: 'Groups of the caller, by ID or name, at most 20: their members at the time of the run.',
      }),
    })
    .refine(hasRecipients, problem('param_invalid', { accepted: aRecipient }))
    .nullable()
    .meta({ description: 'The recipients of a search, at most 200 at a time; null: the caller.' }),
  only_changed: z.boolean().meta({ description: 'Of a search: only bugs that changed since the last run.' }),
  if_empty: z.boolean().meta({ description: 'Of a search: send email also without bugs.' }),
}

type GivenRecipients = z.output<typeof scheduleInput.to>

/** @throws object_does_not_exist for unknown users, and for groups of which the caller is no member */
export async function findRecipients(
  tx: Reader,
  call: Call,
  given: GivenRecipients,
): Promise<Omit<Recipients, 'without'> | null> {
  if (given === null) return null
  const users = await requireUsers(tx, given.users, 'to')
  const groups = given.groups.map((value) => {
    const group = findGroup(call.catalogue, value)
    if (group && call.who.groupIds.has(group.id)) return group
    throw new TrackerError('object_does_not_exist', { kind: 'group', field: 'to', value })
  })
  const idsOf = (all: readonly { readonly id: number }[]) => [...new Set(all.map(({ id }) => id))]
  return { users: idsOf(users), groups: idsOf(groups) }
}

/** Returns the group whose members can have such a schedule, if the user is not in it. */
export function missingGroup(
  { who, catalogue }: Viewer,
  { kind, to }: { readonly kind: string; readonly to: unknown },
): string | undefined {
  if (kind === 'digest') return undefined
  const wanted = to === null ? 'bz_canusewhines' : 'bz_canusewhineatothers'
  return inGroupNamed(who, catalogue, wanted) ? undefined : wanted
}

/** @throws schedule_denied */
export function requireSchedulingRight(call: Call, schedule: { readonly kind: string; readonly to: unknown }): void {
  const group = missingGroup(call, schedule)
  if (group !== undefined) throw new TrackerError('schedule_denied', { group })
}

/** A search of the user, or one that is shared with them; undefined for others. */
export async function findSavedSearch(
  tx: Reader,
  { who }: Pick<Viewer, 'who'>,
  id: number | null,
): Promise<Row<'saved_searches'> | undefined> {
  const visible = { or: [ownSearches(who), sharedSearches(who)] }
  const isSearch = { col: 'kind', eq: 'search' } as const
  const where = { and: [{ col: 'id', in: id === null ? [] : [id] } as const, isSearch, visible] }
  const [found] = await tx.select({ from: 'saved_searches', where })
  return found
}

/** The schedule of the caller with this ID. @throws object_does_not_exist */
export async function requireSchedule(tx: Reader, call: Call, id: number): Promise<Row<'schedules'>> {
  const user_id = requireUser(call.who).id
  const where = { and: [{ col: 'id', eq: id } as const, { col: 'user_id', eq: user_id } as const] }
  const [found] = await tx.select({ from: 'schedules', where })
  if (found) return found
  throw new TrackerError('object_does_not_exist', { kind: 'schedule', field: 'id', value: id })
}
