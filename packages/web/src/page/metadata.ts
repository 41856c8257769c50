// The configuration as pages need it. A tracker can have thousands of components: a page carries those of one product,
// and loads others when they are chosen from.
import type { Client } from '@trackerkit/client'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'

/** The parts that pages need, without the products. */
const used = [
  ...['fields', 'keywords.name', 'keywords.is_active', 'groups.name', 'groups.is_member', 'groups.is_bug_group'],
  ...['use_markdown', 'use_comment_reactions'],
  ...['maxattachmentsize', 'allowbugdeletion', 'allowuserdeletion', 'allow_attachment_deletion']
    .concat(['severity', 'priority', 'platform', 'opsys'].map((field) => `default${field}`))
    .map((name) => `parameters.${name}`),
]

const unused = [
  'id',
  'type',
  'sort_key',
  'is_obsolete',
  'values.sort_key',
  'values.sortkey',
  'values.can_change_to',
].map((name) => `fields.${name}`)

/** Details of products that only their own pages show. */
const ofPages = [
  ...['description', 'components.description', 'components.default_qa_contact'],
  ...['components', 'versions', 'milestones'].flatMap((part) => [`${part}.id`, `${part}.sort_key`]),
].map((name) => `products.${name}`)

type Product = ServerMetadataAnswer['products'][number]

/** The configuration, with the named products only. */
export async function metadataOf(operations: Client, ...products: readonly string[]): Promise<ServerMetadataAnswer> {
  const [metadata, named] = await Promise.all([
    operations.server.metadata({ include_fields: used, exclude_fields: unused }),
    products.length > 0 ? detailsOf(operations, products) : [],
  ])
  return { ...metadata, products: named }
}

/** Default: all products. */
export async function detailsOf(operations: Client, names?: readonly string[]): Promise<Product[]> {
  const { products } = await operations.server.metadata({
    ...(names && { products: [...names] }),
    include_fields: ['products'],
    exclude_fields: ofPages,
  })
  return products
}
