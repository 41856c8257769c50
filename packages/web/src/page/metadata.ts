// The configuration as pages need it. A tracker can have thousands of components: a page carries those of one product,
// and loads others when they are chosen from.
import type { Client } from './operations.js'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'

/** The parts that pages need, without the products. */
const used = [
  ...['fields', 'keywords.name', 'keywords.is_active', 'groups.name', 'groups.is_member', 'groups.is_bug_group'],
  ...['use_markdown', 'use_comment_reactions'],
  ...['maxattachmentsize', 'maxlocalattachment']
    .concat(['allowbugdeletion', 'allowuserdeletion', 'allow_attachment_deletion'])
    .concat(['severity', 'priority', 'platform', 'opsys'].map((field) => `default${field}`))
    .map((name) => `parameters.${name}`),
]

const ofFields = (...names: readonly string[]) => names.map((name) => `fields.${name}`)
const unused = ofFields(
  ...['id', 'type', 'sort_key', 'is_obsolete'],
  ...['values.sort_key', 'values.sortkey', 'values.description'],
)

/** The rules of fields that matter where bugs are changed. */
const ofForms = ofFields(
  ...['is_mandatory', 'is_on_bug_entry', 'is_bulk', 'visibility_field', 'visibility_values', 'value_field'],
  ...['values.visibility_values', 'values.can_change_to'],
)

/** Details of products that only their own pages show. */
const ofPages = [
  ...['description', 'components.description', 'components.default_qa_contact'],
  ...['components', 'versions', 'milestones'].flatMap((part) => [`${part}.id`, `${part}.sort_key`]),
].map((name) => `products.${name}`)

/** The uses of fields that matter on pages of many bugs. */
const ofLists = ofFields('is_filter', 'is_countable')

type Product = ServerMetadataAnswer['products'][number]

/** The configuration for pages that list bugs without changing any. */
export const metadataOfLists = (operations: Client) => withoutProducts(operations, ofForms)

/** The fields that lists show and filter by. */
export async function fieldsOfLists(operations: Client): Promise<ServerMetadataAnswer['fields']> {
  const { fields } = await operations.server.metadata({
    include_fields: ['fields'],
    exclude_fields: [...unused, ...ofForms, ...ofFields('group', 'values.is_open')],
  })
  return fields
}

/** The configuration for pages that change bugs. The page of one bug names its product. */
export async function metadataOf(operations: Client, ...products: readonly string[]): Promise<ServerMetadataAnswer> {
  if (products.length === 0) return withoutProducts(operations)
  return operations.server.metadata({
    products: [...products],
    include_fields: [...used, 'products'],
    exclude_fields: [...unused, ...ofLists, ...ofPages],
  })
}

async function withoutProducts(operations: Client, others: readonly string[] = []): Promise<ServerMetadataAnswer> {
  const metadata = await operations.server.metadata({ include_fields: used, exclude_fields: [...unused, ...others] })
  return { ...metadata, products: [] }
}

/** Products by name, or all, with what lists and forms need of them. */
export async function detailsOf(operations: Client, names?: readonly string[]): Promise<Product[]> {
  const { products } = await operations.server.metadata({
    ...(names && { products: [...names] }),
    include_fields: ['products'],
    exclude_fields: ofPages,
  })
  return products
}
