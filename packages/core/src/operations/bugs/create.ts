import { insertOne } from '../../schema/insert-one.js'
import { z } from 'zod'
import { hasProductRight } from '../../access/permissions.js'
import { appendComments } from '../../domain/comments/append.js'
import { permittedTags } from '../../domain/comments/tags.js'
import { requireUser } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { emitFlags } from '../../domain/flags/events.js'
import { factOfNew } from '../../domain/bugs/write/change-fact.js'
import { defineWrite } from '../../define/operation.js'
import { bugBody, byApiName } from '../../domain/bugs/fields/body.js'
import { emptyState, toDraft } from '../../domain/bugs/state/draft.js'
import { createFields, createNames } from '../../domain/bugs/fields/input.js'
import { newBug } from '../../domain/bugs/write/new-bug.js'
import { writeNewFlags } from '../../domain/bugs/write/new-bug-flags.js'
import { gatherSets, writeNewSets } from '../../domain/bugs/write/new-bug-sets.js'
import { requireEnterable } from '../../domain/bugs/rules/placement.js'
import { flagErrors } from '../../domain/flags/input.js'

// Contract: Create Bug.
export const createBug = defineWrite({
  name: 'bugs.create',
  summary: 'File a bug',
  description:
    'Files a bug.\n\n' +
    '`product`, `component`, `version` and `summary` (1 to 255 characters) must be given. `description` becomes ' +
    'comment 0; `comment_is_private` hides it and `comment_tags` tag it. What is left out gets the default of the ' +
    'installation, the product or the component; what the caller may not set (without editbugs: assignee, QA ' +
    'contact, keywords, dependencies, and without canconfirm the status) gets it too. Hours: 0 to 99,999.99. Null ' +
    'counts as not given.',
  errors: [
    'object_not_specified',
    'object_does_not_exist',
    'entry_access_denied',
    'product_disabled',
    'require_component',
    'require_summary',
    'text_too_long',
    'comment_too_long',
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
    ...flagErrors,
  ],
  examples: [
    {
      title: 'File a bug',
      code: "const { id } = await alice.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' })",
    },
  ],
  access: 'required',
  input: bugBody(createFields, createNames),
  output: z.object({ id: z.int().meta({ description: 'The number of the bug.' }) }),
  missing: {
    product: 'object_not_specified',
    component: 'require_component',
    version: 'object_not_specified',
  },
  async run(tx, body, call) {
    const given = withoutNulls(byApiName(body, createNames))
    const product = requireEnterable(call, given.product)
    // Links and keywords are for those who may edit.
    const input = hasProductRight(call, product, 'editbugs') ? given : { ...given, ...notForReporters }
    if (input.comment_is_private && !call.who.isInsider)
      throw new TrackerError('user_not_insider', { field: 'comment_is_private', value: true })
    const tags = permittedTags(call, input.comment_tags)
    const sets = await gatherSets(tx, call, product, input)
    const { row, component } = newBug(call, product, input, sets.groups, sets.person)
    const id = await insertOne(tx, 'bugs', row)
    const draft = toDraft(emptyState({ ...row, id, group_count: 0 }))
    for (const userId of component.default_cc_ids) draft.after.cc.add(userId)
    await writeNewSets(tx, call, draft, input, sets)
    const flagged = await writeNewFlags(tx, call, draft, component, input.flags ?? [])
    const text = input.description ?? ''
    // Comment 0, which the row of the bug counts already.
    const undescribed = { ...row, id, comment_count: 0, public_comment_count: 0 }
    const said = { bug: undescribed, text, is_private: input.comment_is_private, tags }
    const { ids: comments } = await appendComments(tx, call, [said])
    const { id: user_id } = requireUser(call.who)
    const details = factOfNew(flagged, { by: user_id, comments })
    call.emit('bug.created', { bug_id: id, user_id, at: call.now })
    emitFlags(call, id, details.flags)
    call.mail.record({ kind: 'change', bug_id: id, details })
    return { id }
  },
})

const notForReporters = { depends_on: undefined, blocks: undefined, keywords: undefined }

function withoutNulls<T extends object>(body: T): { [F in keyof T]: Exclude<T[F], null> } {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as {
    [F in keyof T]: Exclude<T[F], null>
  }
}
