import * as z from 'zod'
import { requireBug } from '../tool/bugs.js'
import { ToolError, untrusted } from '../tool/answer.js'
import { fieldValues, offeredFields, type FieldValues } from '../tool/fields.js'
import { bugNumber } from '../tool/inputs.js'
import { untrustedText } from '../tool/outputs.js'
import { requireReferences } from '../tool/references.js'
import { defineTool } from '../tool/tool.js'

const value = z.string().max(255).optional()
const words = z.array(z.string().max(200)).max(20).optional()

export const updateBug = defineTool({
  name: 'update_bug',
  title: 'Change a bug',
  description:
    'Changes fields of one bug. Refused when the bug has changed since get_bug answered the update_token: then get it again.',
  isWrite: true,
  input: z.strictObject({
    id: bugNumber,
    update_token: z.string().max(200).describe('The update_token that get_bug returned.'),
    status: value.describe('The new status, one that get_fields lists for the current one.'),
    resolution: value.describe('How it was closed; with a closed status.'),
    dupe_of: z.int().min(1).optional().describe('The bug that this one duplicates; closes it as DUPLICATE.'),
    priority: value.describe('The priority.'),
    severity: value.describe('The severity.'),
    assigned_to: value.describe('The login of the assignee.'),
    add_keywords: words.describe('Keywords to add.'),
    remove_keywords: words.describe('Keywords to take away.'),
    whiteboard: value.describe('The whiteboard.'),
    fields: fieldValues
      .optional()
      .describe('Further fields by their names, custom fields too, with values as get_fields lists them.'),
    comment: z.string().max(65_535).optional().describe('Reason, as a comment on the bug.'),
    comment_is_private: z.boolean().optional().describe('Only insiders can read the comment.'),
  }),
  output: z.object({
    changes: z.array(z.object({ field: z.string(), removed: untrustedText, added: untrustedText })),
  }),
  async run(context, { id, add_keywords: add, remove_keywords: remove, fields = {}, ...input }) {
    const { comment, comment_is_private: is_private, ...named } = input
    const keywords = (add ?? remove) ? { keywords: { ...(add && { add }), ...(remove && { remove }) } } : {}
    const offered = Object.keys(fields).length > 0 ? await offeredFields(context) : []
    requireNames(fields, { ...named, ...keywords }, offered)
    await requireBug(context, id)
    await requireReferences(context, fields, named.dupe_of)
    const { bugs } = await context.operations.bugs.update({
      ids: [id],
      ...fields,
      ...named,
      ...keywords,
      ...((comment !== undefined || is_private !== undefined) && { comment: { body: comment, is_private } }),
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

/** @throws ToolError for a field that there is not, and for one that is given twice */
function requireNames(fields: FieldValues, named: Readonly<Record<string, unknown>>, offered: readonly string[]): void {
  for (const name of Object.keys(fields)) {
    if (!offered.includes(name) && !name.startsWith('cf_'))
      throw new ToolError(
        'unknown_parameter',
        53,
        `fields.${name}: there is no such field here. Accepted: ${offered.join(', ')}, and custom fields (cf_…).`,
      )
    if (named[name] !== undefined)
      throw new ToolError('param_invalid', 53, `fields.${name}: ${name} is also given on its own; give it once.`)
  }
}
