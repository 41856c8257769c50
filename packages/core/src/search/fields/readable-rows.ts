// Rows read to evaluate conditions: those of candidate bugs that the caller may see.
import { visibleBugs } from '../../access/visibility.js'
import type { Field } from '../../setup/catalogue.js'
import { candidates } from '../condition/pending.js'
import type { ReadableRows } from '../operators/read.js'
import { seen, valuesSeen } from '../condition/visible-relations.js'

export const bugRows: ReadableRows<'bugs'> = { entity: 'bugs', key: 'id', of: () => candidates }
export const commentRows: ReadableRows<'comments'> = {
  entity: 'comments',
  key: 'id',
  of: (scope) => ({ and: [seen.comments(scope), { some: 'bug', where: candidates }] }),
}
export const attachmentRows: ReadableRows<'attachments'> = {
  entity: 'attachments',
  key: 'id',
  of: (scope) => ({ and: [seen.attachments(scope), { some: 'bug', where: candidates }] }),
}
export const dataRows: ReadableRows<'attachment_data'> = {
  entity: 'attachment_data',
  key: 'attachment_id',
  of: (scope) => ({ some: 'attachment', where: attachmentRows.of(scope) }),
}
export const linkRows: ReadableRows<'bug_see_also'> = {
  entity: 'bug_see_also',
  key: 'id',
  of: (scope) => ({ and: [seen.see_also(scope), { some: 'bug', where: candidates }] }),
}
export const codeLinkRows: ReadableRows<'code_links'> = {
  entity: 'code_links',
  key: 'id',
  of: (scope) => ({ and: [seen.code_links(scope), { some: 'bug', where: candidates }] }),
}
export const aliasRows: ReadableRows<'bug_aliases'> = {
  entity: 'bug_aliases',
  key: 'alias_folded',
  of: () => ({ some: 'bug', where: candidates }),
}
export const tagRows: ReadableRows<'comment_tags'> = {
  entity: 'comment_tags',
  key: 'tag_folded',
  of: (scope) => ({ some: 'comment', where: commentRows.of(scope) }),
}
/** A number of the bug it depends on, or of the one that it blocks: rows that share it share their key. */
export const dependsOnRows: ReadableRows<'bug_dependencies'> = {
  entity: 'bug_dependencies',
  key: 'depends_on_id',
  of: (scope) => ({ and: [seen.depends_on(scope), { some: 'bug', where: candidates }] }),
}
export const blocksRows: ReadableRows<'bug_dependencies'> = {
  entity: 'bug_dependencies',
  key: 'bug_id',
  of: (scope) => ({ and: [seen.blocks(scope), { some: 'depends_on', where: candidates }] }),
}
/** The bugs that others are duplicates of. */
export const originalRows: ReadableRows<'bugs'> = {
  entity: 'bugs',
  key: 'id',
  of: (scope) => ({ and: [visibleBugs(scope), { some: 'duplicates', where: candidates }] }),
}
/** One custom field's. */
export function customRows(field: Field): ReadableRows<'custom_values'> {
  return {
    entity: 'custom_values',
    key: 'id',
    of: (scope) => ({ and: [valuesSeen(field, scope), { some: 'bug', where: candidates }] }),
  }
}
