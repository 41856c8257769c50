// The entry format for readers of the change feed.
import * as z from 'zod'
import { linkKinds, linkStates } from '../code/code-event.js'
import { historyChange } from '../domain/bugs/view/history.js'

export const changeTypes = [
  ...(['bug.created', 'bug.changed', 'bug.imported', 'bug.hidden', 'bug.deleted'] as const),
  'administration.changed',
] as const
export type ChangeType = (typeof changeTypes)[number]

const user = z.object({
  id: z.int().meta({ ref: 'user', description: 'ID of the user.' }),
  name: z.string().meta({ ref: 'user', description: 'Login.' }),
  real_name: z.string().meta({ description: 'Login of the user.' }),
})

const is_rewritten = z
  .boolean()
  .exactOptional()
  .meta({ description: 'True if an existing item was changed; absent if it was added.' })

const comment = z.object({
  id: z.int().meta({ ref: 'comment', description: 'ID of the comment, for `comments.get`.' }),
  count: z.int().meta({ description: 'Number within the bug. 0 is the description.' }),
  is_private: z.boolean().meta({ description: 'Whether it is visible only to insiders.' }),
  is_rewritten,
})

const attachment = z.object({
  id: z.int().meta({ ref: 'attachment', description: 'ID of the attachment.' }),
  is_private: z.boolean().meta({ description: 'Whether it is visible only to insiders.' }),
  is_rewritten,
})

const codeLink = z.object({
  id: z.int().meta({ description: 'ID of the link.' }),
  kind: z.enum(linkKinds).meta({ description: '`commit` or `pull_request`.' }),
  ref: z.string().meta({ description: 'Hash of the commit, or number of the pull request.' }),
  state: z.enum(linkStates).meta({ description: 'Current state at the host.' }),
  is_private: z.boolean().meta({ description: 'Whether it is visible only to insiders.' }),
})

const flag = z.object({
  type_id: z.int().meta({ description: 'ID of the flag type.' }),
  name: z.string().meta({ description: 'Name of the flag type.' }),
  attachment_id: z
    .int()
    .nullable()
    .meta({ ref: 'attachment', description: 'ID of the attachment; null for a flag of the bug itself.' }),
  before: z.string().meta({ description: 'Previous status: `?`, `+` or `-`; empty if there was no flag.' }),
  after: z.string().meta({ description: 'New status; empty if the flag was removed.' }),
  requestee: z.string().meta({ ref: 'user', description: 'Login of the new requestee; empty if there is none.' }),
})

export const changeEntry = z
  .object({
    seq: z.int().meta({ description: 'Sequence number of the entry, in the order of the changes.' }),
    set: z.int().meta({ description: 'The same for all entries that were written together.' }),
    type: z.enum(changeTypes).meta({
      description:
        '`bug.imported`: an import has created or updated the bug. `bug.hidden`: the bug was public before, and the ' +
        'caller cannot see it now. Only the bug ID is included for it and for `bug.deleted`.',
    }),
    time: z.date().meta({
      description:
        'Time of the change, by the clock of the process that made it. Clocks can differ; use the sequence ' +
        'numbers for ordering.',
    }),
    user: user.nullable().meta({
      description: 'User who made the change; null for the embedding program, and for bug.hidden and bug.deleted.',
    }),
    bug_id: z
      .int()
      .exactOptional()
      .meta({ ref: 'bug', description: 'ID of the bug; absent for `administration.changed`.' }),
    changes: z.array(historyChange).meta({ description: 'Changes, as in the history of the bug.' }),
    comments: z.array(comment).meta({
      description: 'Comments that were added, edited or redacted, without their texts.',
    }),
    attachments: z.array(attachment).meta({ description: 'Attachments that were added or erased.' }),
    flags: z.array(flag).meta({ description: 'Flags that were set, answered, reassigned or cleared.' }),
    code_links: z.array(codeLink).meta({
      description: 'Links to commits and pull requests that were added or changed; a removed one is not included.',
    }),
    object: z
      .object({
        class: z.string().meta({ description: 'Type of object: Product, Component, Group, User, Parameter …' }),
        id: z.int().meta({ description: 'ID of the object; 0 for parameters, which have only names.' }),
      })
      .exactOptional()
      .meta({ description: 'The changed object; only for administration.changed.' }),
  })
  .meta({ id: 'ChangeEntry', description: 'Changes that one operation made to one bug or one configuration object.' })

export type ChangeEntry = z.output<typeof changeEntry>

/** Returns true if a comment or attachment was added, not edited. */
export function isAdded({ is_rewritten: isRewritten = false }: { readonly is_rewritten?: boolean }): boolean {
  return !isRewritten
}
