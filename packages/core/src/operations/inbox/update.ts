import { addYears } from 'date-fns/addYears'
import * as z from 'zod'
import { findBugs, type BugRef, type BugRow } from '../../access/find-bugs.js'
import { requireUser, type Call } from '../../call/context.js'
import { bugRef, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { loadHorizon, moveHorizon, returnHorizon } from '../../domain/inbox/horizon.js'
import { markAfter } from '../../domain/visits/mark-after.js'
import { seenInput } from '../../domain/visits/record-seen.js'
import { undoInput, undoOf } from '../../domain/visits/undo.js'
import { pruneVisits } from '../../domain/visits/visit.js'
import { blankMark, marksOf } from '../../domain/marks/set.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'

const mostBugs = 500

export const updateInbox = defineWrite({
  name: 'inbox.update',
  summary: 'Mark lines of your inbox as done or unread, or put them off',
  description:
    'Marks bugs in the inbox of the caller as done or unread, or puts them off until a time. Only what was shown becomes ' +
    'seen: what the `seen` of the lines says. With `all_until`, everything that happened until then is done. A line that ' +
    'was put off returns as unread, earlier if you are mentioned or asked.\n\n' +
    'Marking a bug that does not concern the caller as unread makes no line. A waiting flag keeps its line unread. With ' +
    '`undo`, lines are again as they were before `done` or `later`, with what came since; what was marked as done since ' +
    'with `all_until` remains done.\n\n' +
    'Fails with `params_required` without `bugs` and `all_until`; `param_required` without `seen` for `done` and `later`; ' +
    '`param_invalid` for both, for a `seen` or `undo` of another length than `bugs`, for `undo` with another state than `unread`, for `all_until` with `later`, ' +
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
    undo: list(undoInput, mostBugs)
      .optional()
      .meta({ description: 'For `unread`: `undo` of the response to undo, for each bug in the order of `bugs`.' }),
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
    undo: z.array(z.string()).meta({
      description: 'For `undo`: the state of each bug before, in the order of `bugs`. Opaque.',
    }),
    before: z.string().nullable().meta({
      description:
        'With `all_until`: the time up to which everything was done before, in ISO format with milliseconds, 1970 if never; null otherwise.',
    }),
  }),
  async run(tx, input, call) {
    const { bugs, seen = [], undo = [], all_until, state, until } = input
    const { id } = requireUser(call.who)
    requireInput(call, input)
    if (all_until) {
      const before = await (state === 'done' ? moveHorizon : returnHorizon)(tx, call, id, all_until)
      return { changed: 1, undo: [], before: before.toISOString() }
    }
    const found = await requireEachBug(tx, call, bugs ?? [])
    const ids = [...new Set(found.map((bug) => bug.id))]
    const marks = new Map(
      (await tx.select({ from: 'bug_marks', where: marksOf(id, ids) })).map((mark) => [mark.bug_id, mark]),
    )
    const change = { state, until, horizon: await loadHorizon(tx, call, id), now: call.now }
    const changed = found.map((bug, index) => {
      const before = marks.get(bug.id) ?? { ...blankMark, user_id: id, bug_id: bug.id }
      const after = markAfter(before, bug, { ...change, seen: seen[index], undo: undo[index] })
      return { before, after }
    })
    const rows = [...new Map(changed.map(({ after }) => [after.bug_id, after])).values()]
    await pruneVisits(tx, call, id)
    await tx.put('bug_marks', rows)
    return { changed: rows.length, undo: changed.map(({ before, after }) => undoOf(before, after)), before: null }
  },
})

/** In the order asked, also if one is named twice. @throws bug_id_does_not_exist, improper_bug_id_field_value */
async function requireEachBug(tx: Reader, call: Call, refs: readonly BugRef[]): Promise<BugRow[]> {
  const found = await findBugs(tx, call, refs, 'bugs')
  return found.map((bug) => {
    if (bug instanceof TrackerError) throw bug
    return bug
  })
}

type Input = Pick<z.output<typeof updateInbox.input>, 'bugs' | 'seen' | 'undo' | 'all_until' | 'state' | 'until'>

/** @throws params_required, param_required, param_invalid */
function requireInput({ now }: Call, { bugs, seen, undo, all_until, state, until }: Input): void {
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
  if (undo && (undo.length !== bugs?.length || state !== 'unread'))
    throw new TrackerError('param_invalid', {
      field: 'undo',
      value: undo,
      accepted: 'one for each of `bugs`, with the state `unread`',
    })
  const isGood = state === 'later' ? until && until > now && until <= addYears(now, 1) : !until
  if (!isGood) {
    const accepted = state === 'later' ? 'a time within a year from now' : 'none, except with the state `later`'
    throw new TrackerError('param_invalid', { field: 'until', value: until ?? null, accepted })
  }
}
