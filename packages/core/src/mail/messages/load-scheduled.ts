// Finds the bugs of a schedule right before its email is sent, with the permissions that the recipient has then.
import { backgroundCall } from '../../call/background-call.js'
import { readInBackground, writeInBackground } from '../../call/background-context.js'
import { callerOf, loadMemberships, type Call, type Caller, type User } from '../../call/context.js'
import { instrument } from '../../call/instrument.js'
import type { SchedulePayload } from '../../call/mail-fact.js'
import type { OutboxRow } from '../../call/mail-outbox.js'
import { retrying } from '../../call/retry.js'
import { isTroubleOfStore } from '../../call/store-errors.js'
import { createTimeBudget } from '../../call/time-budget.js'
import { disableSchedule } from '../../domain/schedules/disable.js'
import { findSavedSearch } from '../../domain/schedules/inputs.js'
import { loadUsers } from '../../domain/users/find.js'
import { isStoreError } from '../../store/index.js'
import { isTrackerError } from '../../kernel/errors.js'
import type { Reader, Row } from '../../schema/index.js'
import type { Catalogue } from '../../setup/catalogue.js'
import { runSavedSearch, type Period } from '../../search/scheduled.js'
import type { MailContext } from './mail-context.js'
import { toBug } from './render.js'
import type { ScheduleMail } from './templates.js'
import { digestOf } from './digest.js'
import { statusText } from './status-text.js'

/** Seconds that a search may take. */
const searchSeconds = 10

/** Attempts after which a search that takes too long disables its schedule. */
const mostAttempts = 3

/** The data of one run, read together. */
interface Run {
  readonly schedule: Row<'schedules'>
  readonly catalogue: Catalogue
  readonly reader: Caller
  readonly owner: Caller & { readonly user: User }
  /** NULL for a digest; undefined if the owner cannot use it any more. */
  readonly query: string | null | undefined
  readonly digest: ScheduleMail | undefined
}

/** Returns undefined if nothing is sent. @throws Error if another attempt may succeed */
export async function loadScheduled(
  context: MailContext,
  row: Pick<OutboxRow, 'attempts'>,
  user: User,
  payload: SchedulePayload,
): Promise<ScheduleMail | undefined> {
  const run = await loadRun(context, user, payload)
  if (!run) return undefined
  const { schedule, query } = run
  if (query === null) return run.digest
  if (query === undefined) return disable(context, schedule, 'saved_search_gone')
  const period = schedule.only_changed && payload.since !== null ? periodOf(payload) : { since: null, until: null }
  const search = (who: Caller) => runInTime(context, run.catalogue, who, query, period)
  const found = await search(run.reader)
  if (!('reason' in found)) return viewSearch(run, found)
  if (found.reason === 'search_too_expensive' && row.attempts + 1 < mostAttempts) throw new Error(found.reason)
  // A search can fail for one recipient, for example because of a product that they cannot see.
  const ofOwner = user.id === run.owner.user.id ? found : await search(run.owner)
  return 'reason' in ofOwner ? disable(context, schedule, ofOwner.reason) : undefined
}

/** Returns undefined if the schedule, its owner or its recipient is gone or disabled since. */
function loadRun(context: MailContext, user: User, payload: SchedulePayload): Promise<Run | undefined> {
  return readInBackground(context, async (tx, catalogue) => {
    const [schedule] = await tx.select({ from: 'schedules', where: { col: 'id', eq: payload.schedule_id } })
    if (!schedule || !(schedule.is_enabled || payload.is_trial)) return undefined
    const owner = (await loadUsers(tx, [schedule.user_id])).get(schedule.user_id)
    if (!owner || owner.login_denied_text !== '') return undefined
    const callerFor = async (of: User) => ({
      ...callerOf(catalogue, of, await loadMemberships(tx, of.id)),
      user: of,
    })
    const ownerCaller = await callerFor(owner)
    const reader = user.id === owner.id ? ownerCaller : await callerFor(user)
    const base = { schedule, catalogue, reader, owner: ownerCaller }
    if (schedule.kind === 'digest') {
      const call = backgroundCall(catalogue, context.environment, reader)
      return { ...base, query: null, digest: await digestOf(tx, call, periodOf(payload)) }
    }
    const search = await findSavedSearch(tx, { who: ownerCaller }, schedule.saved_search_id)
    return { ...base, query: search?.query, digest: undefined }
  })
}

function periodOf({ since, until }: SchedulePayload): Period {
  return { since: since === null ? null : new Date(since), until: until === null ? null : new Date(until) }
}

type Outcome = Awaited<ReturnType<typeof runSavedSearch>> | { readonly reason: string }

/** Runs where heavy searches run. @throws the errors of an unavailable store */
async function runInTime(
  { environment, store }: MailContext,
  catalogue: Catalogue,
  who: Caller,
  query: string,
  period: Period,
): Promise<Outcome> {
  const { stopwatch } = environment
  const work = (bare: Reader) => {
    const budget = createTimeBudget({ stopwatch, timeoutSeconds: searchSeconds }, 'search_too_expensive')
    const call: Call = { ...backgroundCall(catalogue, environment, who), timeBudget: budget }
    return runSavedSearch(instrument(bare, { budget }), call, query, period)
  }
  try {
    return await retrying(environment, () => store.read(work, { scan: { timeout: searchSeconds * 1000 }, ours: true }))
  } catch (error) {
    const cause = isTrackerError(error, 'fault') ? error.cause : error
    if (isStoreError(cause, 'overdue')) return { reason: 'search_too_expensive' }
    if (!isTrackerError(error) || isTrackerError(error, 'fault') || isTroubleOfStore(error)) throw error
    return { reason: error.code }
  }
}

function viewSearch(
  { schedule, catalogue, owner, reader }: Run,
  { bugs, rest }: Awaited<ReturnType<typeof runSavedSearch>>,
): ScheduleMail | undefined {
  if (bugs.length === 0 && !schedule.if_empty) return undefined
  const shown = bugs.map((bug) => ({ ...toBug(catalogue, bug), status: statusText(catalogue, bug), note: '' }))
  const by = reader.user?.id === owner.user.id ? null : owner.user.login
  return { kind: 'search', name: schedule.name, by, groups: [{ heading: '', bugs: shown }], rest, url: null }
}

async function disable(context: MailContext, schedule: Row<'schedules'>, reason: string): Promise<undefined> {
  await writeInBackground(context, (tx, now) => disableSchedule(tx, schedule, reason, now))
  return undefined
}
