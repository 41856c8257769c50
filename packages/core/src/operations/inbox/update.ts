import { subMilliseconds } from 'date-fns/subMilliseconds'
import { addYears } from 'date-fns/addYears'
import { z } from 'zod'
import { requireBugs, type BugRow } from '../../access/find-bugs.js'
import { requireUser, type Call } from '../../call/context.js'
import { bugRef, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { loadHorizon, moveHorizon, returnHorizon } from '../../domain/inbox/horizon.js'
import { seenInput, seenUntil } from '../../domain/visits/record-seen.js'
import { pruneVisits } from '../../domain/visits/visit.js'
import { blankMark, marksOf, type Mark } from '../../domain/marks/set.js'
import { TrackerError } from '../../kernel/errors.js'

const mostBugs = 500

interface Change {
  readonly state: 'done' | 'unread' | 'later'
  readonly until: Date | undefined
  readonly horizon: Date
  readonly now: Date
  /** The time up to which the caller was shown the bug. */
  readonly seen: string | undefined
}

export const updateInbox = defineWrite({
  name: 'inbox.update',
  summary: 'Mark lines of your inbox as done or unread, or put them off',
  description:
    'Marks bugs in the inbox of the caller as done or unread, or puts them off until a time. Only what was shown becomes ' +
    'seen: what the `seen` of the lines says. With `all_until`, everything that happened until then is done. A line that ' +
    'was put off returns as unread, earlier if you are mentioned or asked.\n\n' +
    'Marking a bug that does not concern the caller as unread makes no line. A waiting flag keeps its line unread.\n\n' +
    'Fails with `params_required` without `bugs` and `all_until`; `param_required` without `seen` for `done` and `later`; ' +
    '`param_invalid` for both, for a `seen` of another length than `bugs`, for `all_until` with `later`, ' +
    'and for an `until` that is absent, past, or more than a year away.',
  errors: [
    'login_required',
    'param_required',
    'params_required',
    'param_invalid',
    'bug_id_does_not_exist',
    'improper_bug_id_field_value',
  ],
  examples: [
    {
      title: 'Finish the first line',
      code:
        'const { items } = await alice.inbox.get()\n' +
        "for (const { bug, seen } of items.slice(0, 1)) await alice.inbox.update({ bugs: [bug.id], seen: [seen], state: 'done' })",
    },
    {
      title: 'Mark everything as done, up to `newest` of the displayed response',
      code:
        'const { newest } = await alice.inbox.get()\n' +
        "if (newest) await alice.inbox.update({ all_until: new Date(newest), state: 'done' })",
    },
  ],
  access: 'required',
  input: z.strictObject({
    bugs: list(bugRef, mostBugs).optional().meta({ description: 'Bugs by ID or alias, at most 500.' }),
    seen: list(seenInput, mostBugs)
      .optional()
      .meta({ description: 'For `done` and `later`: `seen` of the line of each bug, in the order of `bugs`.' }),
    all_until: z
      .date()
      .optional()
      .meta({
        description:
          'Everything up to this time, at most up to now, instead of `bugs`. With `unread`, only what happened up to then remains done: `before` ' +
          'undoes `done`.',
      }),
    state: z.enum(['done', 'unread', 'later']).meta({ description: 'The new state.' }),
    until: z.date().optional().meta({ description: 'For `later`: when the lines return, at most a year from now.' }),
  }),
  output: z.object({
    changed: z.int().meta({ description: 'Number of stored marks.' }),
    before: z.string().nullable().meta({
      description:
        'With `all_until`: the time up to which everything was done before, in ISO format with milliseconds, 1970 if never; null otherwise.',
    }),
  }),
  async run(tx, input, call) {
    const { bugs, seen = [], all_until, state, until } = input
    const { id } = requireUser(call.who)
    requireInput(call, input)
    if (all_until) {
      const before = await (state === 'done' ? moveHorizon : returnHorizon)(tx, call, id, all_until)
      return { changed: 1, before: before.toISOString() }
    }
    const found = await requireBugs(tx, call, bugs ?? [], 'bugs')
    const ids = found.map((bug) => bug.id)
    const marks = new Map(
      (await tx.select({ from: 'bug_marks', where: marksOf(id, ids) })).map((mark) => [mark.bug_id, mark]),
    )
    const change = { state, until, horizon: await loadHorizon(tx, call, id), now: call.now }
    const changed = found.map((bug, index) => {
      const mark = marks.get(bug.id) ?? { ...blankMark, user_id: id, bug_id: bug.id }
      return [bug.id, markAfter(mark, bug, { ...change, seen: seen[index] })] as const
    })
    const rows = [...new Map(changed).values()]
    await pruneVisits(tx, call, id)
    await tx.put('bug_marks', rows)
    return { changed: rows.length, before: null }
  },
})

type Input = Pick<z.output<typeof updateInbox.input>, 'bugs' | 'seen' | 'all_until' | 'state' | 'until'>

/** @throws params_required, param_required, param_invalid */
function requireInput({ now }: Call, { bugs, seen, all_until, state, until }: Input): void {
  if (!bugs && !all_until) throw new TrackerError('params_required', { fields: ['bugs', 'all_until'] })
  if (all_until && bugs)
    throw new TrackerError('param_invalid', { field: 'all_until', value: all_until, accepted: 'either this or `bugs`' })
  if (all_until && state === 'later')
    throw new TrackerError('param_invalid', {
      field: 'state',
      value: state,
      accepted: '`done` or `unread` with `all_until`',
    })
  if (bugs && !seen && state !== 'unread') throw new TrackerError('param_required', { field: 'seen' })
  if (seen && seen.length !== bugs?.length)
    throw new TrackerError('param_invalid', { field: 'seen', value: seen, accepted: 'one for each of `bugs`' })
  const isGood = state === 'later' ? until && until > now && until <= addYears(now, 1) : !until
  if (!isGood) {
    const accepted = state === 'later' ? 'a time within a year from now' : 'none, except with the state `later`'
    throw new TrackerError('param_invalid', { field: 'until', value: until ?? null, accepted })
  }
}

/** A line that is marked as unread is one that was put off until now. Changes after `seen` stay unseen. */
function markAfter(mark: Mark, bug: BugRow, { state, until, horizon, now, seen }: Change): Mark {
  if (state === 'unread') {
    const isSeen = (mark.seen_until ?? horizon) >= bug.last_change_time
    const seen_until = isSeen ? subMilliseconds(bug.last_change_time, 1) : mark.seen_until
    return { ...mark, seen_until, later_until: now }
  }
  return { ...mark, seen_until: seenUntil(mark, bug, seen), later_until: until ?? null }
}
