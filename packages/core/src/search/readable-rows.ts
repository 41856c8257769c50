// Where values stand that are read to answer a question, and how they belong to bugs.
import type { ReadableRows } from './operators/read.js'

export const bugRows: ReadableRows<'bugs'> = { entity: 'bugs', key: 'id', of: (bugs) => bugs }
export const commentRows: ReadableRows<'comments'> = {
  entity: 'comments',
  key: 'id',
  of: (where) => ({ some: 'bug', where }),
}
export const attachmentRows: ReadableRows<'attachments'> = {
  entity: 'attachments',
  key: 'id',
  of: (where) => ({ some: 'bug', where }),
}
export const dataRows: ReadableRows<'attachment_data'> = {
  entity: 'attachment_data',
  key: 'attachment_id',
  of: (where) => ({ some: 'attachment', where: { some: 'bug', where } }),
}
export const linkRows: ReadableRows<'bug_see_also'> = {
  entity: 'bug_see_also',
  key: 'id',
  of: (where) => ({ some: 'bug', where }),
}
export const aliasRows: ReadableRows<'bug_aliases'> = {
  entity: 'bug_aliases',
  key: 'alias_folded',
  of: (where) => ({ some: 'bug', where }),
}
export const tagRows: ReadableRows<'comment_tags'> = {
  entity: 'comment_tags',
  key: 'tag_folded',
  of: (where) => ({ some: 'comment', where: { some: 'bug', where } }),
}
/** A number of the bug it depends on, or of the one that it blocks: rows that share it share their key. */
export const dependsOnRows: ReadableRows<'bug_dependencies'> = {
  entity: 'bug_dependencies',
  key: 'depends_on_id',
  of: (where) => ({ some: 'bug', where }),
}
export const blocksRows: ReadableRows<'bug_dependencies'> = {
  entity: 'bug_dependencies',
  key: 'bug_id',
  of: (where) => ({ some: 'depends_on', where }),
}
/** One custom field's. */
export function customRows(fieldId: number): ReadableRows<'custom_values'> {
  return {
    entity: 'custom_values',
    key: 'id',
    of: (where) => ({
      and: [
        { col: 'field_id', eq: fieldId },
        { some: 'bug', where },
      ],
    }),
  }
}
