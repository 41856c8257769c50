// The entry format for readers of the change feed.
import { z } from 'zod'
import { linkKinds, linkStates } from '../code/code-event.js'
import { historyChange } from '../domain/bugs/view/history.js'

export const changeTypes = [
  ...(['bug.created', 'bug.changed', 'bug.imported', 'bug.hidden', 'bug.deleted'] as const),
  'administration.changed',
] as const
export type ChangeType = (typeof changeTypes)[number]

const user = z.object({
  id: z.int().meta({ ref: 'user', description: 'The number of the user.' }),
  name: z.string().meta({ ref: 'user', description: 'The login name.' }),
  real_name: z.string().meta({ description: 'The name of the person.' }),
})

const is_rewritten = z
  .boolean()
  .exactOptional()
  .meta({ description: 'True for what was there before and says something else now; absent for what was added.' })

const comment = z.object({
  id: z.int().meta({ ref: 'comment', description: 'The number of the comment, which comments.get takes.' }),
  count: z.int().meta({ description: 'Its place on the bug; 0 is the description.' }),
  is_private: z.boolean().meta({ description: 'Whether it is for insiders only.' }),
  is_rewritten,
})

const attachment = z.object({
  id: z.int().meta({ ref: 'attachment', description: 'The number of the attachment.' }),
  is_private: z.boolean().meta({ description: 'Whether it is for insiders only.' }),
  is_rewritten,
})

const codeLink = z.object({
  id: z.int().meta({ description: 'The number of the link.' }),
  kind: z.enum(linkKinds).meta({ description: '`commit` or `pull_request`.' }),
  ref: z.string().meta({ description: 'The hash of a commit, or the number of a pull request.' }),
  state: z.enum(linkStates).meta({ description: 'The state at the host, as of now.' }),
  is_private: z.boolean().meta({ description: 'Whether it is for insiders only.' }),
})

const flag = z.object({
  type_id: z.int().meta({ description: 'The number of the type of the flag.' }),
  name: z.string().meta({ description: 'The name of the type.' }),
  attachment_id: z
    .int()
    .nullable()
    .meta({ ref: 'attachment', description: 'The attachment that the flag is on; null for one of the bug itself.' }),
  before: z.string().meta({ description: 'Its status before: `?`, `+` or `-`; blank when it was not there.' }),
  after: z.string().meta({ description: 'Its status since; blank when it is no more.' }),
  requestee: z.string().meta({ ref: 'user', description: 'Login of the requestee since; empty if there is none.' }),
})

export const changeEntry = z
  .object({
    seq: z.int().meta({ description: 'The number of the entry. Rises in the order in which things happened.' }),
    set: z.int().meta({ description: 'The same for all entries of what was written together.' }),
    type: z.enum(changeTypes).meta({
      description:
        '`bug.imported`: an import has created or updated the bug. `bug.hidden`: the bug was public before, and the ' +
        'caller cannot see it now. Only the bug ID is included for it and for `bug.deleted`.',
    }),
    time: z
      .date()
      .meta({ description: 'When it happened, by the clock of who wrote it; clocks differ, numbers do not.' }),
    user: user.nullable().meta({
      description: 'User who made the change; null for the embedding program, and for bug.hidden and bug.deleted.',
    }),
    bug_id: z.int().exactOptional().meta({ ref: 'bug', description: 'The bug; absent for administration.changed.' }),
    changes: z.array(historyChange).meta({ description: 'Changes, as in the history of the bug.' }),
    comments: z.array(comment).meta({
      description: 'Comments that were added, edited or redacted, without their texts.',
    }),
    attachments: z.array(attachment).meta({ description: 'Attachments that were added or erased.' }),
    flags: z.array(flag).meta({ description: 'The flags that were set, answered, passed on or cleared.' }),
    code_links: z.array(codeLink).meta({
      description: 'Links to commits and pull requests that were added or changed; a removed one is not included.',
    }),
    object: z
      .object({
        class: z.string().meta({ description: 'The kind of object: Product, Component, Group, User, Parameter …' }),
        id: z.int().meta({ description: 'Its number; 0 for parameters, which have names only.' }),
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
