import * as z from 'zod'
import { groupBy } from '../../kernel/collections.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineWrite } from '../../call/define/operation.js'
import { ruleErrors } from '../../call/host-rules.js'
import type { Reader } from '../../schema/index.js'
import { compareText, fold } from '../../store/index.js'
import { bugBody, byApiName } from '../../domain/bugs/fields/body.js'
import type { FieldChange } from '../../domain/bugs/state/changes.js'
import { withoutHiddenBugs } from '../../access/hidden-references.js'
import { seesField } from '../../access/visibility.js'
import { updateFields, updateNames } from '../../domain/bugs/fields/input.js'
import { noteVisits } from '../../domain/bugs/last-visits.js'
import { ignoreBugs } from '../../domain/bugs/write/ignore-bugs.js'
import { commitWrite } from '../../domain/bugs/write/commit-write.js'
import { lookUpLinks, type LoadedUpdate } from '../../domain/bugs/write/load-update.js'
import { prepareUpdate } from '../../domain/bugs/write/prepare-write.js'
import { tryUpdate, type Trial } from '../../domain/bugs/write/try-update.js'
import { asChangeOf } from '../../domain/bugs/state/change-time.js'
import { changesView } from '../../domain/audit/plan.js'
import { flagErrors } from '../../domain/flags/input.js'

const changedBug = z
  .object({
    id: z.int().meta({ description: 'ID of the bug.' }),
    alias: z.array(z.string()).meta({ description: 'All aliases after the update.' }),
    last_change_time: z.date().meta({ description: 'Time of this update; if it changed nothing, of the last change.' }),
    changes: changesView.meta({
      description:
        'Changes by field name. For lists, the removed and added values, separated by comma and space. Hours ' +
        'have two decimals.',
    }),
  })
  .meta({ id: 'ChangedBug', description: 'Changes of a bug.' })

const refusal = z
  .object({
    id: z
      .union([z.int(), z.string()])
      .meta({ description: 'ID of the bug; the requested value if it does not exist.' }),
    name: z.string().meta({ description: 'Error code, such as `illegal_change`. Stable.' }),
    code: z.int().meta({ description: 'Error number. Stable.' }),
    message: z.string().meta({ description: 'Error message. May change.' }),
  })
  .meta({ id: 'Refusal', description: 'Why an update of a bug would be rejected.' })

// Contract: Update Bug.
export const updateBugs = defineWrite({
  name: 'bugs.update',
  summary: 'Update bugs',
  description:
    'Updates bugs, all of them or none.\n\n' +
    'Lists (`cc`, `keywords`, `groups`, `alias`, `depends_on`, `blocks`, `see_also`) accept objects with `add` ' +
    'and `remove`, most of them also `set`, which overrides both; hours are at most 99,999.99, the deadline is ' +
    'YYYY-MM-DD or null. `status` follows the workflow; closing requires a `resolution`, which for DUPLICATE ' +
    'requires `dupe_of`. `comment` is `{ body, is_private, is_markdown }`; `comment_tags` tag it, if the caller can add tags. ' +
    '`comment_is_private` maps IDs of comments to whether they are private. With `expected_last_change_time` or ' +
    'the `update_token` of Get Bug, a bug that has changed since is a conflict. Links to bugs that the caller ' +
    'cannot see stay, even with `set`.\n\n' +
    'With `dry_run` nothing is changed: the response contains the changes of the bugs, and in `faults` the bugs ' +
    'that would be rejected. An invalid value, which would be rejected for all of them, is an error.\n\n' +
    'Fails with `conflict` for a bug that has changed since.',
  errors: [
    ...ruleErrors,
    'product_disabled',
    'invalid_user_group',
    'params_required',
    'bug_id_does_not_exist',
    'improper_bug_id_field_value',
    'product_edit_denied',
    'illegal_change',
    'illegal_change_deps',
    'illegal_bug_status_transition',
    'comment_required',
    'milestone_required',
    'missing_resolution',
    'resolution_not_allowed',
    'still_unresolved_bugs',
    'dupe_id_required',
    'dupe_not_allowed',
    'dupe_loop_detected',
    'undefined_field',
    'object_does_not_exist',
    'object_not_specified',
    'param_required',
    'unknown_parameter',
    'require_summary',
    'require_component',
    'required_field',
    'reassign_to_empty',
    'value_inactive',
    'text_too_long',
    'comment_too_long',
    'markdown_disabled',
    'comment_invalid_isprivate',
    'user_not_insider',
    'alias_in_use',
    'alias_too_long',
    'alias_is_numeric',
    'alias_has_comma_or_space',
    'alias_reserved',
    'multiple_alias_not_allowed',
    'bug_url_invalid',
    'bug_url_too_long',
    'see_also_self_reference',
    'dependency_loop_single',
    'dependency_loop_multi',
    'relationship_loop_single',
    'group_restriction_not_allowed',
    'group_invalid_removal',
    'cc_remove_denied',
    'illegal_date',
    'illegal_time',
    'number_not_integer',
    'number_too_small',
    'number_too_large',
    'comment_tag_disabled',
    'comment_tag_invalid',
    'comment_tag_too_long',
    'comment_tag_too_short',
    'too_many_changes',
    'conflict',
    ...flagErrors,
  ],
  examples: [
    {
      title: 'Close a bug with a comment',
      code:
        "const { bugs } = await alice.bugs.update({ ids: [12], status: 'RESOLVED', resolution: 'FIXED', comment: { body: 'In r34' } })\n" +
        "bugs[0]?.changes.status // { removed: 'IN_PROGRESS', added: 'RESOLVED' }",
    },
  ],
  access: 'required',
  readsOnly: ({ dry_run }) => dry_run === true,
  input: bugBody(updateFields, updateNames),
  output: z.object({
    bugs: z.array(changedBug).meta({ description: 'Changes of each bug, in the requested order.' }),
    faults: z
      .array(refusal)
      .exactOptional()
      .meta({ description: 'The first rejection of each bug. Only with `dry_run`.' }),
  }),
  async run(tx, body, given) {
    const input = byApiName(body, updateNames)
    if (input.ids.length === 0) throw new TrackerError('param_required', { field: 'ids' })
    const links = await lookUpLinks(tx, given, input)
    const call = asChangeOf(given, links.bugs.all())
    if (input.dry_run) return viewTrial(tx, await tryUpdate(tx, call, { input, links }))
    const requested = [...new Set(input.ids.map((ref) => links.bugs.require(ref, 'ids')))]
    const update = await prepareUpdate(tx, call, { input, links, requested, rows: requested })
    const [{ changes }] = await Promise.all([commitWrite(tx, call, update), noteVisits(tx, call, update.named)])
    const ids = requested.map((row) => row.id)
    if (input.bug_ignored !== undefined) await ignoreBugs(tx, update.user.id, ids, input.bug_ignored)
    return { bugs: await viewChanges(tx, update, changes) }
  },
})

async function viewTrial(tx: Reader, { update, changes, faults }: Trial) {
  return {
    bugs: update ? await viewChanges(tx, update, changes) : [],
    faults: faults.map(([id, { code: name, number: code, message }]) => ({ id, name, code, message })),
  }
}

async function viewChanges(
  tx: Reader,
  { call, bugs, named: drafts }: LoadedUpdate,
  changes: ReadonlyMap<number, readonly FieldChange[]>,
): Promise<z.input<typeof changedBug>[]> {
  const all = drafts.flatMap(({ row }) =>
    (changes.get(row.id) ?? []).filter(({ field }) => seesField(call, field)).map((one) => ({ ...one, id: row.id })),
  )
  const seen = new Set(bugs.all().map((bug) => bug.id))
  const shown = groupBy(await withoutHiddenBugs(tx, call, all, seen), (change) => change.id)
  return drafts.map(({ row, part }) => ({
    id: row.id,
    alias: part('aliases').toSorted((a, b) => compareText(fold(a), fold(b))),
    last_change_time: row.last_change_time,
    changes: Object.fromEntries(
      (shown.get(row.id) ?? []).map(({ field, removed, added }) => [field, { removed, added }]),
    ),
  }))
}
