// Which values of an answer name another resource, and where it is.

/** Where a value stands in an answer. */
export interface ReferenceContext {
  /** The key it stands under, directly or in a list; for the keys of an object that maps ids, the key of that object. */
  readonly key: string
  /** The object that has the key. */
  readonly holder: Readonly<Record<string, unknown>>
  /** The key that the holder stands under; '' at the top. */
  readonly of: string
  /** The product that all of this belongs to, when there is one. */
  readonly product: string | undefined
}

type ResolveReference = (value: string, context: ReferenceContext) => readonly string[] | undefined

const at =
  (...start: readonly string[]): ResolveReference =>
  (value) => [...start, value]

/** Who is not logged in sees the part before the @, which names nobody. */
const user: ResolveReference = (value) => (value.includes('@') ? ['user', value] : undefined)
const ofProduct =
  (kind: string): ResolveReference =>
  (value, { product }) =>
    product === undefined || value === '---' ? undefined : [kind, product, value]

const bug = at('bug')
const group = at('group')

/** By the key that the value has. */
const byKey: Readonly<Record<string, ResolveReference>> = {
  bug_id: bug,
  depends_on: bug,
  blocks: bug,
  dupe_of: bug,
  assigned_to: user,
  qa_contact: user,
  creator: user,
  author: user,
  who: user,
  cc: user,
  setter: user,
  requestee: user,
  attacher: user,
  email: user,
  login: user,
  user,
  default_cc: user,
  default_assigned_to: user,
  default_assignee: user,
  default_qa_contact: user,
  product: at('product'),
  classification: at('classification'),
  keywords: at('keyword'),
  component: ofProduct('component'),
  version: ofProduct('version'),
  target_milestone: ofProduct('milestone'),
  groups: group,
  group,
  grant_group: group,
  request_group: group,
  comment_id: at('bug', 'comment'),
  attachment_id: at('bug', 'attachment'),
}

const byId: Readonly<Record<string, ResolveReference>> = {
  bugs: bug,
  comments: at('bug', 'comment'),
  attachments: at('bug', 'attachment'),
  users: at('user'),
  groups: group,
  products: at('product'),
  fields: at('field', 'bug'),
  saved_searches: at('saved_search'),
  keywords: at('keyword'),
  classifications: at('classification'),
}

const byName: Readonly<Record<string, ResolveReference>> = {
  users: user,
  groups: group,
  membership: user,
  products: at('product'),
  classifications: at('classification'),
  keywords: at('keyword'),
  fields: at('field', 'bug'),
  components: ofProduct('component'),
  versions: ofProduct('version'),
  milestones: ofProduct('milestone'),
}

/** The path of the resource that a value names, below `/rest`; undefined when it names none. */
export function referenceOf(value: string | number, context: ReferenceContext): string | undefined {
  if (value === '') return undefined
  const path = findResolver(context)?.(String(value), context)
  return path?.map((segment) => encodeURIComponent(segment)).join('/')
}

function findResolver({ key, of, holder }: ReferenceContext): ResolveReference | undefined {
  const isDetail = of.endsWith('_detail')
  if (key === 'name') return isDetail ? user : own(byName, of)
  // Attachments also come as `{ bugs: { "12": [attachment] } }`.
  if (key === 'id') return own(byId, 'file_name' in holder ? 'attachments' : of)
  if (key === 'file_name' && typeof holder['id'] === 'number') return fileOf(holder['id'])
  return own(byKey, key)
}

/** The uploaded file itself. */
function fileOf(id: number): ResolveReference {
  return () => ['bug', 'attachment', String(id), 'data']
}

/** The keys of objects that map ids to what is asked: `{ bugs: { "12": … } }`. */
export function referenceOfKey(key: string, of: string): string | undefined {
  const path = /^\d+$/.test(key) ? own(byId, of)?.(key, { key: 'id', holder: {}, of, product: undefined }) : undefined
  return path?.join('/')
}

/** Answers have keys that people chose; none of them is one that objects have by birth. */
function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
