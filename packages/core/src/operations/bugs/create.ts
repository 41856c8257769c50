import * as z from 'zod'
import { defineWrite } from '../../call/define/operation.js'
import type { Call } from '../../call/context.js'
import { ruleErrors } from '../../call/host-rules.js'
import { bugBody, byApiName } from '../../domain/bugs/fields/body.js'
import { createFields, createNames } from '../../domain/bugs/fields/input.js'
import { commitWrite } from '../../domain/bugs/write/commit-write.js'
import { prepareCreate } from '../../domain/bugs/write/prepare-write.js'
import { formFields, withForm } from '../../domain/forms/new-bug.js'
import { flagErrors } from '../../domain/flags/input.js'
import type { Writer } from '../../schema/index.js'

const none: ReadonlySet<number> = new Set()

const input = bugBody({ ...createFields, ...formFields }, createNames)

// Contract: Create Bug.
export const createBug = defineWrite({
  name: 'bugs.create',
  summary: 'File a bug',
  description:
    'Files a bug.\n\n' +
    '`product`, `component`, `version` and `summary` (1 to 255 characters) are required. `description` becomes ' +
    'comment 0; `comment_is_private` hides it and `comment_tags` tag it. Omitted fields get the default of the ' +
    'installation, the product or the component, and so do fields that the caller cannot set (without editbugs: ' +
    'assignee, QA contact, keywords, dependencies, and without canconfirm the status). Hours: 0 to 99,999.99. ' +
    'Null counts as omitted.\n\n' +
    'With a `form`, its `answers` become sections of the description, which is Markdown if the tracker permits it, and ' +
    'set fields. `component` and `version` can then come from the form.',
  errors: [
    ...ruleErrors,
    'bug_id_does_not_exist',
    'improper_bug_id_field_value',
    'illegal_time',
    'number_not_integer',
    'invalid_user_group',
    'object_not_specified',
    'object_does_not_exist',
    'entry_access_denied',
    'product_disabled',
    'require_component',
    'require_summary',
    'text_too_long',
    'comment_too_long',
    'markdown_disabled',
    'unknown_parameter',
    'illegal_bug_status_transition',
    'missing_resolution',
    'dupe_not_at_creation',
    'resolution_not_allowed',
    'group_restriction_not_allowed',
    'user_not_insider',
    'alias_in_use',
    'alias_too_long',
    'alias_is_numeric',
    'alias_has_comma_or_space',
    'alias_reserved',
    'value_inactive',
    'required_field',
    'bug_url_invalid',
    'bug_url_too_long',
    'dependency_loop_multi',
    'illegal_date',
    'number_too_small',
    'number_too_large',
    'comment_tag_disabled',
    'comment_tag_invalid',
    'comment_tag_too_long',
    'comment_tag_too_short',
    'required_answer',
    ...flagErrors,
  ],
  examples: [
    {
      title: 'File a bug',
      code: "const { id } = await alice.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' })",
    },
  ],
  access: 'required',
  input,
  output: z.object({ id: z.int().meta({ description: 'ID of the bug.' }) }),
  missing: { product: 'object_not_specified' },
  run: (tx, body, call) => fileBug(tx, call, body, none),
})

/** Without a form, the bug gets the keywords with the IDs `given`, whatever the rights of the caller. @throws as bugs.create */
export async function fileBug(
  tx: Writer,
  call: Call,
  body: z.output<typeof input>,
  given: ReadonlySet<number>,
): Promise<{ id: number }> {
  const filled = await withForm(tx, call, withoutNulls(byApiName(body, createNames)))
  const prepared = await prepareCreate(tx, call, filled.input, filled.keywords ?? given)
  await commitWrite(tx, call, prepared)
  return { id: prepared.draft.row.id }
}

function withoutNulls<T extends object>(body: T): { [F in keyof T]: Exclude<T[F], null> } {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as {
    [F in keyof T]: Exclude<T[F], null>
  }
}
