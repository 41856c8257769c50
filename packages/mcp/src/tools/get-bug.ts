import type { Bug, Comment, HistoryEntry } from '@trackerkit/core'
import * as z from 'zod'
import { untrusted } from '../tool/answer.js'
import { requireBug } from '../tool/bugs.js'
import { bugNumber } from '../tool/inputs.js'
import { changedField, leftOut, untrustedText } from '../tool/outputs.js'
import { defineTool, type Context } from '../tool/tool.js'
import {
  bugWithout,
  changesWithout,
  commentWithout,
  linksOfBug,
  linksOfChanges,
  visibleLinks,
} from '../tool/visible-links.js'

/** Maximum comments and changes. */
const newest = 30

const comment = z.object({
  id: z.int(),
  number: z.int().describe('Its number within the bug.'),
  creator: z.string(),
  creation_time: z.string(),
  is_private: z.boolean(),
  attachment_id: z.union([z.int(), z.null()]).optional(),
  untrusted_text: z.string(),
})

const flag = z.object({
  id: z.int(),
  name: z.string(),
  status: z.string(),
  setter: z.string(),
  requestee: z.string().optional(),
})

export const getBug = defineTool({
  name: 'get_bug',
  title: 'Get a bug',
  description:
    'All of a bug: fields, description, the newest 30 comments and 30 changes, and the update_token that update_bug wants.',
  input: z.strictObject({ id: bugNumber }),
  output: z.object({
    bug: z.looseObject({
      id: z.int(),
      summary: untrustedText,
      whiteboard: untrustedText,
      url: untrustedText,
      alias: z.array(untrustedText),
      see_also: z.array(untrustedText),
      flags: z.array(flag),
      update_token: z.string(),
      custom_fields: untrustedText.optional().describe('JSON of the custom fields.'),
    }),
    description: z.array(comment),
    comments: z.array(comment),
    comments_left_out: leftOut,
    history: z.array(z.object({ when: z.string(), who: z.string(), changes: z.array(changedField) })),
    changes_left_out: leftOut,
  }),
  async run(context, { id }) {
    const bug = await requireBug(context, id)
    const { bugs } = context.operations
    const view = await bugs.view({ id, comments: newest })
    const isShown = await visibleLinks(context, [
      ...linksOfBug(bug),
      ...view.comments.map(({ text }) => ['comment', text] as const),
      ...view.history.flatMap(({ changes }) => linksOfChanges(changes)),
    ])
    const comments = view.comments.map((comment) => commentWithout(comment, isShown))
    const history = view.history
      .map((entry) => ({ ...entry, changes: changesWithout(entry.changes, isShown) }))
      .filter(({ changes }) => changes.length > 0)
    const description = comments.filter(({ count }) => count === 0)
    const later = comments.filter(({ count }) => count > 0)
    return {
      bug: viewBug(bugWithout(bug, isShown), await freeTexts(context)),
      description: description.map(viewComment),
      comments: later.slice(-newest).map(viewComment),
      comments_left_out: Math.max(0, view.comment_count - description.length - newest),
      history: history.slice(-newest).map(viewChange),
      changes_left_out: Math.max(0, history.length - newest),
    }
  },
})

/** Standard fields with user content. */
async function freeTexts({ operations }: Context): Promise<ReadonlySet<string | null>> {
  const include_fields = ['fields.name_in_bugs', 'fields.control', 'fields.values.name']
  const { fields } = await operations.server.metadata({ include_fields })
  const free = fields.filter(
    ({ control, values }) => isFree.has(control) || (control === 'names' && values.length === 0),
  )
  return new Set(free.map(({ name_in_bugs }) => name_in_bugs))
}

const isFree: ReadonlySet<string | null> = new Set(['text line', 'long text', 'urls'])

/** Without the names of people, who are known by their logins, and with all that was written marked. */
function viewBug(bug: Bug, free: ReadonlySet<string | null>) {
  const { flags, groups, ...others } = bug
  const custom = Object.entries(others).filter(([name]) => name.startsWith('cf_'))
  const plain = Object.entries(others).filter(([name]) => !name.startsWith('cf_') && !name.endsWith('_detail'))
  const marked = plain.map(([name, value]) => [name, free.has(name) ? mark(value) : value] as const)
  return {
    ...Object.fromEntries(marked),
    groups,
    flags: flags.map(({ id, name, status, setter, requestee }) => ({ id, name, status, setter, requestee })),
    ...(custom.length > 0 && { custom_fields: untrusted(JSON.stringify(Object.fromEntries(custom))) }),
  }
}

function mark(value: unknown): unknown {
  return Array.isArray(value) ? value.map((one) => untrusted(String(one))) : untrusted(String(value))
}

function viewComment({ id, count, creator, creation_time, is_private, attachment_id, text }: Comment) {
  return { id, number: count, creator, creation_time, is_private, attachment_id, ...untrusted(text) }
}

function viewChange({ when, who, changes }: HistoryEntry) {
  const view = ({ field_name, removed, added }: HistoryEntry['changes'][number]) => ({
    field_name,
    removed: untrusted(removed),
    added: untrusted(added),
  })
  return { when, who, changes: changes.map(view) }
}
