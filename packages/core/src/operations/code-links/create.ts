import * as z from 'zod'
import { requireBug } from '../../access/find-bugs.js'
import { requireEditable } from '../../access/products.js'
import { bugRef, limited, line } from '../../call/define/inputs.js'
import { defineWrite, problem } from '../../call/define/operation.js'
import { createdObject } from '../../call/define/outputs.js'
import { linkKinds, linkStates } from '../../code/code-event.js'
import { productOf } from '../../domain/bugs/fields/values.js'
import { longest, mostLinks, requireUrl } from '../../domain/code-links/limits.js'
import { noteLinks } from '../../domain/code-links/note.js'
import { columnsOf } from '../../domain/code-links/rows.js'
import { TrackerError } from '../../kernel/errors.js'
import { insertOne } from '../../schema/insert-one.js'
import type { Reader } from '../../schema/index.js'

const repository = limited(line, longest.repository).refine(
  (text) => /^[^\s/]+\/[^\s/]+(\/[^\s/]+)*$/.test(text),
  problem('code_link_invalid', { problem: 'it is not like github.com/owner/name' }),
)
const ref = limited(line, longest.ref).refine(
  (text) => text !== '',
  problem('code_link_invalid', { problem: 'it is empty' }),
)

const input = z.strictObject({
  id: bugRef.meta({ description: 'ID or alias of the bug.' }),
  url: line.meta({ description: 'http or https, at most 2,000 characters, on the host of the repository.' }),
  kind: z.enum(linkKinds).meta({ description: '`commit` or `pull_request`.' }),
  repository: repository.meta({ description: 'Host and path, such as `github.com/owner/name`; stored in lowercase.' }),
  ref: ref.meta({ description: 'Hash of the commit, or number of the pull request.' }),
  title: limited(line, longest.title).meta({ description: 'Title, or first line of the commit message.' }),
  state: z.enum(linkStates).optional().meta({ description: 'State. Defaults to `open`, for commits to `pushed`.' }),
  author: limited(line, longest.author).default('').meta({ description: 'Name of the author at the host.' }),
  branch: limited(line, longest.branch).default('').meta({ description: 'Branch.' }),
  is_private: z.boolean().default(false).meta({ description: 'Visible only to insiders.' }),
})

export const createCodeLink = defineWrite({
  name: 'codeLinks.create',
  summary: 'Link a bug to a commit or a pull request',
  description:
    'Links a bug to a commit or a pull request, for users who can edit the bug. Events of code hooks update the link, ' +
    'and never remove it.\n\n' +
    'Fails with `code_link_invalid` for a URL that cannot be shown; `name_in_use` if the link exists; ' +
    '`code_link_limit` after 100 links to a repository.',
  errors: [
    'bug_id_does_not_exist',
    'improper_bug_id_field_value',
    'product_edit_denied',
    'user_not_insider',
    'code_link_invalid',
    'code_link_limit',
    'name_in_use',
    'text_too_long',
  ],
  examples: [
    {
      title: 'Link a change in a code review tool',
      code:
        "await alice.codeLinks.create({ id: 12, url: 'https://review.example.com/c/7', kind: 'pull_request', " +
        "repository: 'review.example.com/widgets/ui', ref: '7', title: 'Stop blinking' })",
    },
  ],
  access: 'required',
  input,
  output: createdObject,
  async run(tx, { id, ...given }, call) {
    const link = { ...given, repository: given.repository.toLowerCase() }
    const bug = await requireBug(tx, call, id, 'id')
    requireEditable(call, productOf(call.catalogue, bug))
    if (link.is_private && !call.who.isInsider)
      throw new TrackerError('user_not_insider', { field: 'is_private', value: true })
    requireUrl(link.url, link.repository)
    await requireRoom(tx, bug.id, link)
    const target = { id: link.repository, name: '', host: '', defaultBranch: '', isPrivate: link.is_private }
    const state = link.state ?? (link.kind === 'commit' ? 'pushed' : 'open')
    const item = { ...link, state, text: '', target: '', isAccount: false, changedAt: call.now }
    const linkId = await insertOne(tx, 'code_links', {
      ...columnsOf(item, target),
      ...{ bug_id: bug.id, hook_id: null, has_closed: false, attachment_id: null, creation_time: call.now },
    })
    noteLinks(call, bug, { changed: [linkId], isRemoved: false })
    return { id: linkId }
  },
})

/** @throws name_in_use, code_link_limit */
async function requireRoom(
  tx: Reader,
  bugId: number,
  { kind, repository: name, ref: value }: Pick<z.output<typeof input>, 'kind' | 'repository' | 'ref'>,
): Promise<void> {
  const where = { and: [{ col: 'bug_id', eq: bugId } as const, { col: 'repository', eq: name } as const] }
  const rows = await tx.select({ from: 'code_links', where, columns: ['kind', 'ref'] })
  if (rows.some((row) => row.kind === kind && row.ref === value))
    throw new TrackerError('name_in_use', { kind: 'link', field: 'ref', value })
  if (rows.length >= mostLinks) throw new TrackerError('code_link_limit', { limit: mostLinks })
}
