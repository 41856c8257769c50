import { z } from 'zod'
import { requireEditable } from '../../access/products.js'
import { requireBug, type BugRow } from '../../access/find-bugs.js'
import { asChangeOf } from '../../domain/bugs/state/change-time.js'
import { writeHistory } from '../../domain/bugs/write/write-history.js'
import type { Product } from '../../setup/catalogue.js'
import { requireUser, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { bugRef } from '../../define/inputs.js'
import { minimalFact } from '../../domain/bugs/write/change-fact.js'
import { defineWrite, problem } from '../../define/operation.js'
import type { Writer } from '../../schema/index.js'
import { appendComments } from '../../domain/comments/append.js'
import { hoursText, remainingAfter, workedHours } from '../../domain/comments/hours.js'
import { commentText } from '../../domain/comments/text.js'
import { createdObject } from '../../define/outputs.js'

// Contract: Comments, POST.
export const createComment = defineWrite({
  name: 'comments.create',
  summary: 'Add a comment to a bug',
  description:
    'Adds a comment to a bug.\n\n' + 'Fails with `object_not_specified` for a comment that is missing or blank.',
  errors: [
    'object_not_specified',
    'comment_too_long',
    'number_too_large',
    'number_too_small',
    'bug_id_does_not_exist',
    'improper_bug_id_field_value',
    'product_edit_denied',
    'user_not_insider',
  ],
  examples: [
    {
      title: 'Say that a bug is fixed',
      code: "const { id } = await alice.comments.create({ id: 12, comment: 'Fixed in r34' })",
    },
  ],
  access: 'required',
  input: z.strictObject({
    id: bugRef.meta({ description: 'The bug, by number or alias.' }),
    comment: commentText
      .refine((text) => text !== '', problem('object_not_specified'))
      .meta({ description: 'At most 65,535 characters; white space at its end is cut.' }),
    is_private: z.boolean().default(false).meta({ description: 'For insiders only, who alone may ask for it.' }),
    work_time: workedHours.default(0).meta({
      description:
        'Hours worked, which the remaining hours fall by; ignored from callers outside the time-tracking group.',
    }),
  }),
  output: createdObject,
  missing: { comment: 'object_not_specified' },
  async run(tx, input, given) {
    const bug = await requireBug(tx, given, input.id, 'id')
    const call = asChangeOf(given, [bug])
    requireEditable(call, call.catalogue.products.get(bug.product_id) as Product)
    if (input.is_private && !call.who.isInsider)
      throw new TrackerError('user_not_insider', { field: 'is_private', value: true })
    const work_time = call.who.isTimeTracker ? input.work_time : 0
    const remaining_time = work_time === 0 ? bug.remaining_time : remainingAfter(bug.remaining_time, work_time)
    const draft = { bug: { ...bug, remaining_time }, text: input.comment, is_private: input.is_private, work_time }
    const { ids, columns } = await appendComments(tx, call, [draft])
    const changed = { ...columns.get(bug.id), remaining_time, last_change_time: call.now }
    await tx.update('bugs', { col: 'id', eq: bug.id }, changed)
    const history = work_time === 0 ? [] : await recordHours(tx, call, bug, work_time, remaining_time)
    const details = minimalFact({ by: requireUser(call.who).id, history, comments: ids })
    call.mail.record({ kind: 'change', bug_id: bug.id, details })
    return { id: ids[0] as number }
  },
})

/** Returns the ids of the rows of history. */
async function recordHours(
  tx: Writer,
  call: Call,
  bug: BugRow,
  worked: number,
  remaining: number,
): Promise<readonly number[]> {
  const changes = [{ field: 'work_time', removed: '', added: hoursText(worked) }]
  if (remaining !== bug.remaining_time) {
    const [removed, added] = [hoursText(bug.remaining_time), hoursText(remaining)]
    changes.push({ field: 'remaining_time', removed, added })
  }
  return (await writeHistory(tx, call, [[bug.id, changes]])).get(bug.id) ?? []
}
