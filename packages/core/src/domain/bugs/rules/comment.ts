// Input of an update beside fields: a comment, hours worked, and the privacy of existing comments.
import { TrackerError } from '../../../kernel/errors.js'
import { remainingAfter } from '../../comments/hours.js'
import { requireMarkdown } from '../../comments/markdown.js'
import { permittedTags } from '../../comments/tags.js'
import { rule } from './rule.js'

/** Hours without text also make a comment. */
export const commentRule = rule({
  name: 'comment',
  needs: [],
  applies: () => true,
  create(draft, { input, tags }) {
    draft.comments.push({
      text: input.description ?? '',
      is_private: input.comment_is_private,
      is_markdown: input.is_markdown ?? false,
      tags,
    })
  },
  update(draft, { call, input }) {
    const { who } = call
    const text = input.comment?.body ?? input.comment?.comment ?? ''
    const { is_private = false, is_markdown = false } = input.comment ?? {}
    const work_time = input.work_time ?? 0
    if (work_time !== 0 && !who.isTimeTracker)
      throw new TrackerError('illegal_change', { field: 'work_time', value: work_time })
    if (text !== '' && is_private && !who.isInsider)
      throw new TrackerError('user_not_insider', { field: 'comment.is_private', value: true })
    if (is_markdown) requireMarkdown(call, 'comment.is_markdown')
    const tags = permittedTags(call, input.comment_tags)
    if (text !== '' || work_time !== 0) draft.comments.push({ text, is_private, is_markdown, work_time, tags })
    else if (tags.length > 0) throw new TrackerError('param_required', { field: 'comment' })
    if (work_time !== 0 && typeof input.remaining_time !== 'number')
      draft.row.remaining_time = remainingAfter(draft.row.remaining_time, work_time)
  },
})

export const privacyRule = rule({
  name: 'privacy of comments',
  needs: [],
  applies: ({ comment_is_private }) => comment_is_private !== undefined,
  update(draft, { call, input, comments }) {
    for (const [id, wanted] of Object.entries(input.comment_is_private ?? {})) {
      const comment = comments.get(Number(id))
      if (!comment || comment.bug_id !== draft.row.id || comment.is_private === wanted) continue
      if (!call.who.isInsider)
        throw new TrackerError('user_not_insider', { field: `comment_is_private.${id}`, value: wanted })
      draft.privacy.push({ comment_id: comment.id, is_private: wanted })
    }
  },
})
