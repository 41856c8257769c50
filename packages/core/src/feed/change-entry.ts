// What readers of the feed are told of one entry.
import { z } from 'zod'
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

const flag = z.object({
  type_id: z.int().meta({ description: 'The number of the type of the flag.' }),
  name: z.string().meta({ description: 'The name of the type.' }),
  attachment_id: z
    .int()
    .nullable()
    .meta({ ref: 'attachment', description: 'The attachment that the flag is on; null for one of the bug itself.' }),
  before: z.string().meta({ description: 'Its status before: `?`, `+` or `-`; blank when it was not there.' }),
  after: z.string().meta({ description: 'Its status since; blank when it is no more.' }),
  requestee: z.string().meta({ ref: 'user', description: 'The login name of who is asked since; blank for nobody.' }),
})

export const changeEntry = z
  .object({
    seq: z.int().meta({ description: 'The number of the entry. Rises in the order in which things happened.' }),
    set: z.int().meta({ description: 'The same for all entries of what was written together.' }),
    type: z.enum(changeTypes).meta({
      description:
        '`bug.imported`: an import has made the bug, or brought what has happened to it elsewhere. `bug.hidden`: everybody ' +
        'could see the bug until then, and the caller cannot now. Of it, and of `bug.deleted`, nothing is told but the bug.',
    }),
    time: z
      .date()
      .meta({ description: 'When it happened, by the clock of who wrote it; clocks differ, numbers do not.' }),
    user: user
      .nullable()
      .meta({ description: 'Who did it; null for the embedding program, and where nothing is told.' }),
    bug_id: z.int().exactOptional().meta({ ref: 'bug', description: 'The bug; absent for administration.changed.' }),
    changes: z.array(historyChange).meta({ description: 'What changed, as the history of the bug tells it.' }),
    comments: z.array(comment).meta({
      description: 'The comments that were added, or whose text was edited or taken out, without their texts.',
    }),
    attachments: z
      .array(attachment)
      .meta({ description: 'The attachments that were added, or whose content was taken out.' }),
    flags: z.array(flag).meta({ description: 'The flags that were set, answered, passed on or cleared.' }),
    object: z
      .object({
        class: z.string().meta({ description: 'The kind of object: Product, Component, Group, User, Parameter …' }),
        id: z.int().meta({ description: 'Its number; 0 for parameters, which have names only.' }),
      })
      .exactOptional()
      .meta({ description: 'What was changed; for administration.changed alone.' }),
  })
  .meta({ id: 'ChangeEntry', description: 'What one operation did to one bug, or to one object of the set-up.' })

export type ChangeEntry = z.output<typeof changeEntry>

/** Whether a comment or attachment is new, and was not there before. */
export function isAdded({ is_rewritten: isRewritten = false }: { readonly is_rewritten?: boolean }): boolean {
  return !isRewritten
}
