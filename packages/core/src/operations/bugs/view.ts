import * as z from 'zod'
import { mayEdit } from '../../access/products.js'
import { requireBug, type BugRow } from '../../access/find-bugs.js'
import { commentCountOf } from '../../access/visibility.js'
import type { Call } from '../../call/context.js'
import { bugRef, count } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { attachmentsOfBugs } from '../../domain/attachments/find.js'
import { attachmentView, viewAttachments, type AttachmentView } from '../../domain/attachments/view.js'
import { bug, type Bug } from '../../domain/bugs/fields/bug.js'
import { productOf } from '../../domain/bugs/fields/values.js'
import { mayEditComment } from '../../domain/comments/edit.js'
import { codeLinkView, linksOfBug } from '../../domain/code-links/view.js'
import { permitted, permittedIn } from '../../domain/bugs/rules/permitted.js'
import { historyEntry, loadHistory } from '../../domain/bugs/view/history.js'
import { loadBugViews } from '../../domain/bugs/view/load.js'
import { loadRelated, relatedBug } from '../../domain/bugs/view/related.js'
import { loadMentions, mention } from '../../domain/comments/mentions.js'
import { loadOwnReactions, reactionNames } from '../../domain/comments/reactions.js'
import {
  commentView,
  selectLastComments,
  viewComments,
  type CommentRow,
  type CommentView,
  type LastComments,
} from '../../domain/comments/view.js'
import { blankMark, marksOf } from '../../domain/marks/set.js'
import { findUsersByLogin } from '../../domain/users/find.js'
import { showPerson, shownPerson } from '../../domain/users/shown-person.js'
import { seenOf } from '../../domain/visits/record-seen.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import type { Reader } from '../../schema/index.js'

const whole = createFieldFilter({})
const withoutData = createFieldFilter({ exclude_fields: ['data'] })

const attachmentWithoutData = attachmentView
  .omit({ data: true })
  .meta({ id: 'AttachmentWithoutData', description: 'An attachment of a bug, without its content.' })

const shownComment = commentView
  .extend({
    my_reactions: z.array(z.enum(reactionNames)).meta({ description: 'The reactions of the caller.' }),
    mentions: z.array(mention).meta({ description: 'Users whom the comment mentions; empty for anonymous callers.' }),
  })
  .meta({ id: 'ShownComment', description: 'A comment on a bug, with data for the caller.' })

type ShownComment = z.output<typeof shownComment>

export const viewOfBug = defineRead({
  name: 'bugs.view',
  summary: 'Get a bug with everything a bug page shows',
  description:
    'Returns a bug with its comments, history and attachments, the bugs that it refers to, and the ' +
    'permissions of the caller, as one consistent snapshot. Each part equals the response of the ' +
    'separate operation. Comments also contain the reactions of the caller and the mentioned users; ' +
    'attachments omit their content.\n\n' +
    'Fails with `answer_too_large` if the comments exceed 32 MB in total; request fewer with `comments`.',
  errors: ['bug_id_does_not_exist', 'improper_bug_id_field_value', 'answer_too_large'],
  examples: [
    {
      title: 'Get a bug with its description and its last 50 comments',
      code:
        'const { bug, comments, can } = await alice.bugs.view({ id: 12, comments: 50 })\n' +
        "if (can.fields.includes('priority')) console.log(bug.priority, comments.length)",
    },
    {
      title: 'Get the 50 comments up to number 100',
      code: 'const { comments } = await alice.bugs.view({ id: 12, comments: 50, comments_until: 100 })',
    },
  ],
  access: 'optional',
  input: z.strictObject({
    id: bugRef.meta({ description: 'ID or alias of the bug.' }),
    comments: count.optional().meta({
      description:
        'Number of comments, counted from the last one. The description is always included. Defaults to all.',
    }),
    comments_until: count.optional().meta({
      description: 'Number within the bug of the last comment to return. Defaults to the last one.',
    }),
  }),
  output: z.object({
    bug: bug.meta({ description: 'The bug, as returned by Get Bug.' }),
    comments: z.array(shownComment).meta({ description: 'Description and comments, oldest first.' }),
    editable_comments: z.array(z.int()).meta({
      description: 'IDs of the returned comments whose text the caller can edit.',
    }),
    comment_count: z
      .int()
      .meta({ description: 'Number of comments that the caller can see, including the description.' }),
    history: z.array(historyEntry).meta({ description: 'Changes, oldest first.' }),
    attachments: z.array(attachmentWithoutData).meta({ description: 'Attachments, by ID.' }),
    code_links: z.array(codeLinkView).meta({ description: 'Links to commits and pull requests, oldest first.' }),
    related: z.array(relatedBug).meta({
      description:
        'Bugs that the caller can see and to which its fields or the returned comments refer, by ID; of those in ' +
        'comments the first 100.',
    }),
    people: z.array(shownPerson).meta({
      description: 'Users in the bug, its comments, history and attachments, by ID; empty for anonymous callers.',
    }),
    can: permitted.meta({ description: 'Permissions of the caller on the bug.' }),
    following: z.boolean().nullable().meta({
      description: 'Whether the caller follows the bug (true), muted it (false), or neither.',
    }),
    following_off: z.boolean().meta({ description: 'Whether the caller stopped following the bug.' }),
    seen_until: z.date().nullable().meta({
      description: 'The time up to which the caller has seen the bug; null if they never have.',
    }),
    is_seen: z.boolean().meta({
      description:
        'Whether the caller has seen all changes, so that recording a visit would mark nothing in the inbox.',
    }),
    seen: z.string().meta({ description: 'For visits.record: which changes of the bug this response contains.' }),
  }),
  async run(tx, input, call) {
    const row = await requireBug(tx, call, input.id, 'id')
    const comment_count = row[commentCountOf(call)]
    // Asked without waiting for each other: a database behind a network answers them in one go.
    const [[shown], { comments, editable }, history, attachments, code_links, mark] = await Promise.all([
      loadBugViews(tx, call, [row], whole, { withUpdateToken: true }),
      loadComments(tx, call, row, {
        last: input.comments ?? comment_count,
        count: comment_count,
        until: input.comments_until,
      }),
      loadHistory(tx, call, [row.id]),
      loadAttachments(tx, call, row),
      linksOfBug(tx, call, row.id),
      loadMark(tx, call, row),
    ])
    const view = shown as Bug
    const entries = history.get(row.id) ?? []
    const logins = [...comments, ...attachments].map(({ creator }) => creator)
    return {
      bug: view,
      comments,
      editable_comments: editable,
      comment_count,
      history: entries,
      attachments,
      code_links,
      related: await loadRelated(
        tx,
        call,
        view,
        comments.map(({ text }) => text),
      ),
      ...mark,
      people: await loadNamed(tx, call, view, [...logins, ...entries.map(({ who }) => who)]),
      seen: seenOf(row),
      can: permittedIn(call, row, new Set(view.groups.flatMap((name) => call.catalogue.groups.named(name)?.id ?? []))),
    }
  },
})

async function loadComments(tx: Reader, call: Call, bug: BugRow, wanted: LastComments) {
  const rows = await selectLastComments(tx, call, bug.id, wanted)
  const views = (await viewComments(tx, call, rows, whole)) as ReadonlyMap<number, CommentView>
  const mayChange = mayEdit(call, productOf(call.catalogue, bug))
  const isEditable = (row: CommentRow) => mayEditComment(call, row) && views.get(row.id)?.text === row.text
  const editable = mayChange ? rows.filter(isEditable).map(({ id }) => id) : []
  return { comments: await withPeople(tx, call, [...views.values()]), editable }
}

/** Adds the people whom the comments mention, and the reactions of the caller. */
async function withPeople(tx: Reader, call: Call, comments: readonly CommentView[]): Promise<ShownComment[]> {
  const mentions = await loadMentions(tx, call, comments)
  const reacted = comments.filter(({ reactions }) => Object.keys(reactions).length > 0)
  const own = await loadOwnReactions(
    tx,
    call,
    reacted.map((comment) => comment.id),
  )
  return comments.map((comment) => ({
    ...comment,
    my_reactions: own.get(comment.id) ?? [],
    mentions: mentions.get(comment.id) ?? [],
  }))
}

async function loadAttachments(tx: Reader, call: Call, { id }: BugRow): Promise<Omit<AttachmentView, 'data'>[]> {
  const rows = await attachmentsOfBugs(tx, call, [id])
  return [...(await viewAttachments(tx, call, rows, withoutData)).values()] as Omit<AttachmentView, 'data'>[]
}

const ofMark = ['following', 'following_off', 'seen_until', 'later_until'] as const

/** The mark of the caller; blank without one. */
async function loadMark(tx: Reader, { who, now }: Call, { id, last_change_time }: BugRow) {
  const where = marksOf(who.user?.id ?? 0, [id])
  const [mark = blankMark] = who.user ? await tx.select({ from: 'bug_marks', where, columns: ofMark }) : []
  const { following, following_off, seen_until, later_until } = mark
  const isBack = later_until !== null && later_until <= now
  const is_seen = seen_until !== null && seen_until >= last_change_time && !isBack
  return { following, following_off: following_off === true, seen_until, is_seen }
}

/** At most one select, for those who have no role on the bug. */
async function loadNamed(
  tx: Reader,
  call: Call,
  { creator_detail, assigned_to_detail, qa_contact_detail, cc_detail }: Bug,
  logins: readonly string[],
): Promise<z.output<typeof shownPerson>[]> {
  if (!call.who.user) return []
  const people = new Map<string, z.output<typeof shownPerson>>()
  for (const one of [creator_detail, assigned_to_detail, qa_contact_detail ?? [], cc_detail].flat())
    people.set(one.name, { id: one.id, name: one.name, real_name: one.real_name })
  const others = await findUsersByLogin(
    tx,
    [...new Set(logins)].filter((login) => !people.has(login)),
  )
  for (const user of others.values()) people.set(user.login, showPerson(call, user))
  return [...people.values()].toSorted((a, b) => a.id - b.id)
}
