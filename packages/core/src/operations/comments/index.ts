import { resource } from '../../call/define/resource.js'
import { createComment } from './create.js'
import { getComments } from './get.js'
import { redactComments } from './redact.js'
import { getReactions } from './reactions.js'
import { renderComment } from './render.js'
import { searchCommentTags } from './search-tags.js'
import { getRevisions } from './revisions.js'
import { tickComment } from './tick.js'
import { updateComment } from './update.js'
import { updateReactions } from './update-reactions.js'
import { updateCommentTags } from './update-tags.js'

export const comments = resource({
  name: 'comments',
  one: 'comment',
  title: 'Comments',
  operations: {
    create: createComment,
    get: getComments,
    update: updateComment,
    tick: tickComment,
    revisions: getRevisions,
    render: renderComment,
    updateTags: updateCommentTags,
    reactions: getReactions,
    updateReactions,
    searchTags: searchCommentTags,
    redact: redactComments,
  },
})
