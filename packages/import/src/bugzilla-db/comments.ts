// Comments with their tags.
import type { BugRecord, Parts } from './bug-parts.js'
import type { Context } from './bug-context.js'
import { groupRows, highestId, lineOf, textOf, timeOf } from './context.js'
import type { DbRow } from './connect.js'
import { idOf, isTrue, numberOf, plainText } from './text.js'

type CommentRecord = NonNullable<BugRecord['comments']>[number]

const types = new Map([
  [1, 'duplicate_of'],
  [2, 'has_duplicate'],
  [5, 'attachment_created'],
  [6, 'attachment_updated'],
] as const)

/** Sentences that Bugzilla adds, and this tracker does not. */
const sentences = new Map([
  [3, '*** This bug has been confirmed by popular vote. ***'],
  [4, 'Bug moved.'],
])

const longest = 10_000_000

/** The description first. Votes are reactions to it. */
export function commentsOf(context: Context, parts: Parts, creator: string, created: Date): CommentRecord[] {
  const [description, ...others] = commentsWithTags(context, parts, creator, created)
  const reactions = votesOf(context, parts)
  return description ? [{ ...description, ...(reactions.length > 0 && { reactions }) }, ...others] : []
}

/** People in one record. */
const mostVoters = 10_000

function votesOf({ people, addNote }: Context, { owner, rows, leave }: Parts): NonNullable<CommentRecord['reactions']> {
  const voters = new Set<number>()
  let votes = 0
  for (const row of rows('votes')) {
    const who = numberOf(row['who'])
    const count = numberOf(row['vote_count'])
    if (count < 1 || voters.has(who) || voters.size === mostVoters)
      leave('votes', 'a vote that does not count is omitted')
    else {
      voters.add(who)
      votes += count
    }
  }
  if (votes > voters.size)
    addNote({ ...owner, problem: `its ${votes} votes of ${voters.size} people are one reaction of each here` })
  return Array.from(voters, (who) => ({ user: people.loginOf(who), reaction: '+1' }))
}

function commentsWithTags(context: Context, { owner, rows }: Parts, creator: string, created: Date): CommentRecord[] {
  const { people, addNote, firstFree } = context
  if (rows('longdescs').length === 0) return [noDescription(firstFree + Number(owner.id), creator, created)]
  const tags = groupRows(rows('longdescs_tags'), 'comment_id')
  const activity = groupRows(rows('longdescs_tags_activity'), 'comment_id')
  let last = created.getTime()
  return rows('longdescs').map((row): CommentRecord => {
    const id = numberOf(row['comment_id'])
    const of = { kind: 'comment', id }
    const time = timeOf(context, row['bug_when'], of, 'bug_when', last)
    if (!time) addNote({ ...of, problem: 'it has no time; it has that of the comment before it' })
    last = time?.getTime() ?? last
    const text = textOf(context, row['thetext'], of, 'thetext')
    if (text.length > longest) addNote({ ...of, problem: `its text was cut to ${longest} characters` })
    const added = activity.get(id)
    return {
      ...{
        id,
        creator: people.loginOf(numberOf(row['who'])),
        time: new Date(last),
        is_private: isTrue(row['isprivate']),
      },
      ...sentenceOf(context, row, text.slice(0, longest), owner.id),
      work_time: numberOf(row['work_time']),
      tags: (tags.get(id) ?? []).map((tag) => lineOf(context, tag['tag'], of, 'tag')).filter((tag) => tag !== ''),
      ...(added && {
        tag_history: added.map((change) => ({
          when: timeOf(context, change['bug_when'], of, 'time of a tag') ?? new Date(last),
          who: people.loginOf(numberOf(change['who'])),
          added: lineOf(context, change['added'], of, 'tag'),
          removed: lineOf(context, change['removed'], of, 'tag'),
        })),
      }),
    }
  })
}

/** Every bug has a description here. */
function noDescription(id: number, creator: string, time: Date): CommentRecord {
  return { ...(id <= highestId && { id }), text: '', creator, time }
}

function sentenceOf(
  { addNote }: Context,
  row: DbRow,
  text: string,
  bug: number | string,
): Pick<CommentRecord, 'text' | 'type' | 'related_bug_id' | 'attachment_id'> {
  const kind = numberOf(row['type'])
  if (kind === 0) return { text }
  const type = types.get(kind as 1)
  const related = idOf(row['extra_data'])
  if (type && related !== null && related <= highestId)
    return kind < 5 ? { text, type, related_bug_id: related } : { text, type, attachment_id: related }
  const sentence = sentences.get(kind)
  if (sentence !== undefined) return { text: [text, sentence].filter((part) => part !== '').join('\n\n') }
  const id = numberOf(row['comment_id'])
  const problem = `its type ${kind} (${plainText(row['extra_data'])}) is unknown in bug ${bug}; it is a plain comment here`
  addNote({ kind: 'comment', id, problem })
  return { text }
}
