// The fields of a bug that an assistant may change, and what each takes.
import type { BugField } from '@trackerkit/core/types'
import * as z from 'zod'
import type { Context } from './tool.js'

const text = z.union([z.string().max(65_535), z.null()]).optional()
const word = z.string().max(1000)
const numbers = z.array(z.int().min(1)).max(50)
const words = z.array(word).max(50)
const addRemove = <T extends z.ZodType>(items: T) =>
  z.strictObject({ add: items.optional(), remove: items.optional() }).optional()

const flag = z.strictObject({
  id: z.int().min(1).optional().describe('A flag that get_bug lists.'),
  name: word.optional().describe('The name of its type, in place of id.'),
  status: z.enum(['?', '+', '-', 'X']).describe('X clears it.'),
  requestee: z.union([word, z.null()]).optional().describe('The login of the person asked.'),
  setter: word.optional().describe('As get_bug has it. Ignored.'),
  new: z.boolean().optional().describe('Another flag of a type of which there is one.'),
})

/** Values by the names of fields. Every other name is that of a custom field. */
export const fieldValues = z
  .object({
    summary: text,
    status: text,
    resolution: text,
    priority: text,
    severity: text,
    component: text,
    version: text,
    target_milestone: text,
    op_sys: text,
    platform: text,
    assigned_to: text,
    whiteboard: text,
    url: text,
    deadline: text,
    keywords: addRemove(words),
    cc: addRemove(words),
    depends_on: addRemove(numbers),
    blocks: addRemove(numbers),
    see_also: addRemove(words),
    flags: z.array(flag).max(50).optional(),
  })
  .catchall(z.union([z.string().max(65_535), z.number(), words, z.null()]))

export type FieldValues = z.output<typeof fieldValues>

/** Fields that only people set, besides groups and hours. */
const withheld: ReadonlySet<string> = new Set<BugField>(['alias', 'product', 'qa_contact'])
const withheldGroups: ReadonlySet<string | null> = new Set(['visibility', 'time'])

/** The fields of every tracker that an assistant may change, by the names that searches and changes have for them. */
export async function offeredFields({ operations }: Pick<Context, 'operations'>): Promise<readonly string[]> {
  const include_fields = ['name_in_bugs', 'control', 'group', 'is_custom'].map((name) => `fields.${name}`)
  const { fields } = await operations.server.metadata({ include_fields })
  const known = fields.flatMap(({ name_in_bugs: name, control, group, is_custom }) =>
    name === null || control === null || is_custom || withheld.has(name) || withheldGroups.has(group) ? [] : [name],
  )
  return [...new Set([...Object.keys(fieldValues.shape), ...known])]
}

const metadataNames: ReadonlyMap<string, string> = new Map([
  ['summary', 'short_desc'],
  ['status', 'bug_status'],
  ['severity', 'bug_severity'],
  ['platform', 'rep_platform'],
  ['whiteboard', 'status_whiteboard'],
  ['url', 'bug_file_loc'],
  ['depends_on', 'dependson'],
  ['blocks', 'blocked'],
  ['flags', 'flagtypes.name'],
])

/** The name that the metadata of a tracker has for a field. */
export function metadataName(field: string): string {
  return metadataNames.get(field) ?? field
}

const apiNames: ReadonlyMap<string, string> = new Map([...metadataNames].map(([api, metadata]) => [metadata, api]))

/** The name that searches and changes have for a field of the metadata. */
export function apiName(field: string): string {
  return apiNames.get(field) ?? field
}
