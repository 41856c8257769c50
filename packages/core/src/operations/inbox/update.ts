import { subMilliseconds } from 'date-fns/subMilliseconds'
import { addYears } from 'date-fns/addYears'
import { z } from 'zod'
import { requireBugs, type BugRow } from '../../access/find-bugs.js'
import { requireUser, type Call } from '../../call/context.js'
import { bugRef, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { loadHorizon, moveHorizon } from '../../domain/inbox/horizon.js'
import { reasonBits } from '../../domain/inbox/reasons.js'
import { blankMark, type Mark } from '../../domain/marks/insert-missing.js'
import { TrackerError } from '../../kernel/errors.js'

const mostBugs = 500

interface Change {
  readonly state: 'done' | 'unread' | 'later'
  readonly until: Date | undefined
  readonly horizon: Date
}

export const updateInbox = defineWrite({
  name: 'inbox.update',
  summary: 'Mark lines of your inbox as done or unread, or put them off',
  description:
    'Marks bugs in the inbox of the caller as done or unread, or puts them off until a time. With `all_until`, everything ' +
    'that happened until then is done. A line that was put off returns as unread, earlier if you are mentioned or asked.\n\n' +
    'Marking a bug that is not in the inbox as unread does nothing. A waiting flag keeps its line unread.\n\n' +
    'Fails with `params_required` without `bugs` and `all_until`; `param_invalid` for both, for `all_until` with another ' +
    'state than `done` or in the future, and for an `until` that is absent, past, or more than a year away.',
  errors: [
    'login_required',
    'params_required',
    'param_invalid',
    'bug_id_does_not_exist',
    'improper_bug_id_field_value',
  ],
  examples: [
    { title: 'Finish two lines', code: "await alice.inbox.update({ bugs: [12, 14], state: 'done' })" },
    {
      title: 'Mark everything as done',
      code: "await alice.inbox.update({ all_until: new Date(), state: 'done' })",
    },
  ],
  access: 'required',
  input: z.strictObject({
    bugs: list(bugRef, mostBugs).optional().meta({ description: 'Bugs by number or alias, at most 500.' }),
    all_until: z.date().optional().meta({ description: 'Everything up to this time, instead of `bugs`.' }),
    state: z.enum(['done', 'unread', 'later']).meta({ description: 'The new state.' }),
    until: z.date().optional().meta({ description: 'For `later`: when the lines return, at most a year from now.' }),
  }),
  output: z.object({
    changed: z.int().meta({ description: 'The number of marks that were written.' }),
  }),
  async run(tx, { bugs, all_until, state, until }, call) {
    const { id } = requireUser(call.who)
    if (!bugs && !all_until) throw new TrackerError('params_required', { fields: ['bugs', 'all_until'] })
    requireTimes(call, { bugs, all_until, state, until })
    if (all_until) {
      await moveHorizon(tx, id, all_until)
      return { changed: 1 }
    }
    const found = await requireBugs(tx, call, bugs ?? [], 'bugs')
    const ids = found.map((bug) => bug.id)
    const where = { and: [{ col: 'user_id', eq: id } as const, { col: 'bug_id', in: ids } as const] }
    const marks = new Map((await tx.select({ from: 'bug_marks', where })).map((mark) => [mark.bug_id, mark]))
    const change = { state, until, horizon: await loadHorizon(tx, call, id) }
    const changed = found.flatMap((bug) => {
      const mark = marks.get(bug.id)
      const next = markAfter(mark ?? { ...blankMark, user_id: id, bug_id: bug.id }, bug, change)
      return mark || state !== 'unread' ? next : []
    })
    await tx.put('bug_marks', changed)
    return { changed: changed.length }
  },
})

/** @throws param_invalid */
function requireTimes(
  { now }: Call,
  {
    bugs,
    all_until,
    state,
    until,
  }: { bugs: unknown; all_until?: Date | undefined; state: Change['state']; until?: Date | undefined },
): void {
  if (all_until && bugs)
    throw new TrackerError('param_invalid', { field: 'all_until', value: all_until, accepted: 'either this or `bugs`' })
  if (all_until && state !== 'done')
    throw new TrackerError('param_invalid', { field: 'state', value: state, accepted: '`done` with `all_until`' })
  if (all_until && all_until > now)
    throw new TrackerError('param_invalid', { field: 'all_until', value: all_until, accepted: 'a time up to now' })
  const isGood = state === 'later' ? until && until > now && until <= addYears(now, 1) : !until
  if (!isGood) {
    const accepted = state === 'later' ? 'a time within a year from now' : 'none, except with the state `later`'
    throw new TrackerError('param_invalid', { field: 'until', value: until ?? null, accepted })
  }
}

/** A delayed line becomes unread at the end of the delay, so it also outlives a mark that everything is done. */
function markAfter(mark: Mark, { last_change_time }: BugRow, { state, until, horizon }: Change): Mark {
  const changed_at = mark.changed_at ?? last_change_time
  const reasons = mark.changed_at ? mark.reasons : reasonBits.followed
  const base = { ...mark, changed_at, reasons }
  if (state === 'done') {
    const seen_until = last_change_time > changed_at ? last_change_time : changed_at
    return { ...base, seen_until, unread_at: null, later_until: null }
  }
  const isUnread = mark.unread_at !== null && mark.unread_at > horizon
  const seen_until = isUnread ? (mark.seen_until ?? horizon) : subMilliseconds(changed_at, 1)
  if (state === 'later') return { ...base, seen_until, unread_at: until ?? null, later_until: until ?? null }
  const unread_at = changed_at > horizon ? changed_at : new Date(horizon.getTime() + 1)
  return { ...base, changed_at: unread_at, seen_until, unread_at, later_until: null }
}
