import { operations } from '@trackerkit/core/operations'
import { among, only, type Route } from '../router/route.js'
import { newCommentInput } from './other-spellings.js'

const { comments } = operations

export const commentRoutes: readonly Route[] = [
  { method: 'GET', path: '/bug/{id_or_alias}/comment', operation: comments.get, fill: { id_or_alias: among('ids') } },
  {
    method: 'POST',
    path: '/bug/{id_or_alias}/comment',
    operation: comments.create,
    fill: { id_or_alias: only('id') },
    input: newCommentInput,
  },
  {
    method: 'GET',
    path: '/bug/comment/{comment_id}',
    operation: comments.get,
    fill: { comment_id: among('comment_ids') },
  },
  { method: 'PUT', path: '/bug/comment/{comment_id}', operation: comments.update, fill: { comment_id: only('id') } },
  {
    method: 'GET',
    path: '/bug/comment/{comment_id}/revisions',
    operation: comments.revisions,
    fill: { comment_id: only('id') },
  },
  {
    method: 'PUT',
    path: '/bug/comment/{comment_id}/tags',
    operation: comments.updateTags,
    fill: { comment_id: only('comment_id') },
  },
  {
    method: 'PUT',
    path: '/bug/comment/{comment_id}/task',
    operation: comments.tick,
    fill: { comment_id: only('id') },
  },
  {
    method: 'GET',
    path: '/bug/comment/{comment_id}/reactions',
    operation: comments.reactions,
    fill: { comment_id: only('id') },
  },
  {
    method: 'PUT',
    path: '/bug/comment/{comment_id}/reactions',
    operation: comments.updateReactions,
    fill: { comment_id: only('id') },
  },
  {
    method: 'POST',
    path: '/bug/comment/{comment_id}/redact',
    operation: comments.redact,
    fill: { comment_id: among('ids') },
  },
  { method: 'POST', path: '/bug/comment/render', operation: comments.render, fill: {} },
  { method: 'GET', path: '/bug/comment/tags', operation: comments.searchTags, fill: {} },
  { method: 'GET', path: '/bug/comment/tags/{query}', operation: comments.searchTags, fill: { query: only('query') } },
]
