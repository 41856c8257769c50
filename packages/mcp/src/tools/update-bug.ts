import { z } from 'zod'
import { untrusted } from '../answer.js'
import { requireBug } from '../bugs.js'
import { bugNumber } from '../inputs.js'
import { defineTool } from '../tool.js'

const value = z.string().max(255).optional()
const words = z.array(z.string().max(200)).max(20).optional()

export const updateBug = defineTool({
  name: 'update_bug',
  title: 'Change a bug',
  description:
    'Changes fields of one bug. Refused when the bug has changed since get_bug answered the update_token: then get it again.',
  isWrite: true,
  input: z.object({
    id: bugNumber,
    update_token: z.string().max(200).describe('What get_bug answered.'),
    status: value.describe('The new status; get_fields tells which may follow.'),
    resolution: value.describe('How it was closed; with a closed status.'),
    dupe_of: z.int().min(1).optional().describe('The bug that this one duplicates; closes it as DUPLICATE.'),
    priority: value.describe('The priority.'),
    severity: value.describe('The severity.'),
    assigned_to: value.describe('The login name of the assignee.'),
    add_keywords: words.describe('Keywords to add.'),
    remove_keywords: words.describe('Keywords to take away.'),
    whiteboard: value.describe('The whiteboard.'),
    comment: z.string().max(65_535).optional().describe('Why, for everybody who sees the bug.'),
  }),
  async run(context, { id, add_keywords: add, remove_keywords: remove, comment, ...fields }) {
    await requireBug(context, id)
    const { bugs } = await context.operations.bugs.update({
      ids: [id],
      ...fields,
      ...((add ?? remove) && { keywords: { ...(add && { add }), ...(remove && { remove }) } }),
      ...(comment !== undefined && { comment: { body: comment } }),
    })
    const changed = Object.entries(bugs[0]?.changes ?? {})
    return {
      changes: changed.map(([field, { removed, added }]) => ({
        field,
        removed: untrusted(removed),
        added: untrusted(added),
      })),
    }
  },
})
