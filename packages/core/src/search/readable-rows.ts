// Where texts stand that are read to answer a question, and how they belong to bugs.
import type { TextRows } from './operators/text.js'

export const bugRows: TextRows<'bugs'> = { entity: 'bugs', key: 'id', of: (bugs) => bugs }
export const commentRows: TextRows<'comments'> = {
  entity: 'comments',
  key: 'id',
  of: (where) => ({ some: 'bug', where }),
}
export const attachmentRows: TextRows<'attachments'> = {
  entity: 'attachments',
  key: 'id',
  of: (where) => ({ some: 'bug', where }),
}
export const dataRows: TextRows<'attachment_data'> = {
  entity: 'attachment_data',
  key: 'attachment_id',
  of: (where) => ({ some: 'attachment', where: { some: 'bug', where } }),
}
export const linkRows: TextRows<'bug_see_also'> = {
  entity: 'bug_see_also',
  key: 'id',
  of: (where) => ({ some: 'bug', where }),
}
export const aliasRows: TextRows<'bug_aliases'> = {
  entity: 'bug_aliases',
  key: 'alias_folded',
  of: (where) => ({ some: 'bug', where }),
}
export const tagRows: TextRows<'comment_tags'> = {
  entity: 'comment_tags',
  key: 'tag_folded',
  of: (where) => ({ some: 'comment', where: { some: 'bug', where } }),
}
/** One custom field's. */
export function customRows(fieldId: number): TextRows<'custom_values'> {
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
