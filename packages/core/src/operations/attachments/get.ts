import * as z from 'zod'
import { requireBugs } from '../../access/find-bugs.js'
import { createAnswerSize } from '../../call/answer-size.js'
import { groupBy } from '../../kernel/collections.js'
import { TrackerError } from '../../kernel/errors.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { bugRef, fieldFilter, id, list } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { attachmentsOfBugs, requireAttachments, type AttachmentRow } from '../../domain/attachments/find.js'
import { attachmentView, viewAttachments, type AttachmentView } from '../../domain/attachments/view.js'

// Contract: Attachments, GET.
export const getAttachments = defineRead({
  name: 'attachments.get',
  summary: 'Get attachments of bugs, or by ID',
  description:
    'Returns the attachments of bugs, and single attachments by ID.\n\n' +
    "Private attachments exist only for insiders and their creators. With `exclude_fields: ['data']`, no " +
    'content is read.\n\n' +
    'Fails with `params_required` without ids and attachment_ids; `answer_too_large` if the contents of ' +
    'several exceed 32 MB in total. A single attachment can have any size.',
  errors: [
    ...(['params_required', 'bug_id_does_not_exist', 'improper_bug_id_field_value', 'object_does_not_exist'] as const),
    'answer_too_large',
  ],
  examples: [
    {
      title: 'Get the attachments of a bug without their content',
      code:
        "const { bugs } = await alice.attachments.get({ ids: [12], exclude_fields: ['data'] })\n" +
        'bugs[12]?.[0]?.file_name',
    },
  ],
  access: 'optional',
  filters: ['bugs', 'attachments'],
  input: z.strictObject({
    ids: list(bugRef)
      .default([])
      .meta({ description: 'Bugs by ID or alias. Their attachments are returned by bug ID.' }),
    attachment_ids: list(id).default([]).meta({ description: 'IDs of single attachments.' }),
    ...fieldFilter,
  }),
  output: z.object({
    bugs: z
      .record(z.string().meta({ ref: 'bug' }), z.array(attachmentView))
      .meta({ description: 'Attachments of each bug, by bug ID.' }),
    attachments: z
      .record(z.string().meta({ ref: 'attachment' }), attachmentView)
      .meta({ description: 'Single attachments, by ID.' }),
  }),
  async run(tx, input, call) {
    if (input.ids.length === 0 && input.attachment_ids.length === 0)
      throw new TrackerError('params_required', { fields: ['ids', 'attachment_ids'] })
    const bugIds = (await requireBugs(tx, call, input.ids, 'ids')).map((bug) => bug.id)
    const ofBugs = await attachmentsOfBugs(tx, call, bugIds)
    const single = await requireAttachments(tx, call, input.attachment_ids, 'attachment_ids')
    const all = new Map([...ofBugs, ...single].map((row) => [row.id, row]))
    const filter = createFieldFilter(input)
    if (filter.wants('data') && all.size > 1) requireFit(ofBugs, all.values())
    const views = await viewAttachments(tx, call, [...all.values()], filter)
    const byBug = groupBy(ofBugs, (row) => row.bug_id)
    const shown = (row: AttachmentRow) => views.get(row.id) as AttachmentView
    return {
      bugs: Object.fromEntries(bugIds.map((bug) => [bug, (byBug.get(bug) ?? []).map(shown)])),
      attachments: Object.fromEntries(single.map((row) => [row.id, shown(row)])),
    }
  },
})

/** Before any content is read. @throws answer_too_large */
function requireFit(ofBugs: readonly AttachmentRow[], all: Iterable<AttachmentRow>) {
  const size = createAnswerSize()
  const field = ofBugs.length > 0 ? 'ids' : 'attachment_ids'
  for (const attachment of all) size.add(attachment.size, field)
}
