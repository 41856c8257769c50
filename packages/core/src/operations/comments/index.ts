import { resource } from '../../call/define/resource.js'
import { createComment } from './create.js'
import { getComments } from './get.js'
import { redactComments } from './redact.js'
import { renderComment } from './render.js'
import { searchCommentTags } from './search-tags.js'
import { getRevisions } from './revisions.js'
import { updateComment } from './update.js'
import { updateCommentTags } from './update-tags.js'

export const comments = resource({
  name: 'comments',
  one: 'comment',
  title: 'Comments',
  operations: {
    create: createComment,
    get: getComments,
    update: updateComment,
    revisions: getRevisions,
    render: renderComment,
    updateTags: updateCommentTags,
    searchTags: searchCommentTags,
    redact: redactComments,
  },
})
