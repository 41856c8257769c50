import * as z from 'zod'
import { findVisibleBugs } from '../../access/find-bugs.js'
import { visibleAttachments, visibleBugs } from '../../access/visibility.js'
import { shownLogin, type Call } from '../../call/context.js'
import { oneOrMany, word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { flag, viewFlag } from '../../domain/flags/flag.js'
import { flagStatuses } from '../../domain/flags/rights.js'
import { requireUsers } from '../../domain/users/find.js'
import { loadPeople } from '../../domain/users/load-people.js'
import { must } from '../../kernel/must.js'
import type { Reader, Row, Where } from '../../schema/index.js'
import { listPage, readListPage } from '../../search/parameters/limits.js'

const request = flag
  .extend({
    age: z.int().meta({ description: 'Seconds since the last change.' }),
    target_type: z
      .enum(['bug', 'attachment'])
      .meta({ description: 'Whether it is a flag of a bug or of an attachment.' }),
    bug: z
      .object({
        id: z.int().meta({ ref: 'bug', description: 'ID of the bug.' }),
        summary: z.string().meta({ description: 'Summary.' }),
        is_open: z.boolean().meta({ description: 'Whether the bug is open.' }),
      })
      .meta({ description: 'ID of the bug, or of the bug of the attachment.' }),
    attachment: z
      .object({
        id: z.int().meta({ ref: 'attachment', description: 'ID of the attachment.' }),
        summary: z.string().meta({ description: 'One-line description.' }),
        file_name: z.string().meta({ description: 'File name.' }),
      })
      .nullable()
      .meta({ description: 'ID of the attachment; null for a flag of the bug itself.' }),
  })
  .meta({ id: 'Request', description: 'A flag with its bug and attachment.' })

export const getRequests = defineRead({
  name: 'requests.get',
  summary: 'Get flag requests',
  description:
    'Returns flags of bugs and attachments that the caller can see, longest pending first: by requestee, ' +
    'by setter, or all. Defaults to pending requests (`?`).\n\n' +
    'Fails with `object_does_not_exist` for an unknown login.',
  errors: ['login_required', 'object_does_not_exist', 'param_invalid'],
  examples: [
    {
      title: 'Get requests for the caller',
      code: "const { requests, total_matches } = await alice.requests.get({ requestee: 'alice@example.com', limit: 10 })",
    },
  ],
  access: 'required',
  reads: 'scan',
  input: z.strictObject({
    requestee: word.optional().meta({ description: 'Login of the requestee.' }),
    setter: word.optional().meta({ description: 'Login of the user who set the flag.' }),
    status: oneOrMany(z.enum(flagStatuses), flagStatuses.length)
      .default(['?'])
      .meta({ description: 'Statuses of the flags. Defaults to `?`.' }),
    ...listPage,
  }),
  output: z.object({
    requests: z.array(request).meta({ description: 'Flags, least recently changed first.' }),
    total_matches: z.int().meta({ description: 'Total number.' }),
  }),
  async run(tx, input, call) {
    const where = await wanted(tx, call, input)
    const [flags, total_matches] = await Promise.all([
      tx.select({ from: 'flags', where, order: [{ col: 'modification_date' }, { col: 'id' }], ...readListPage(input) }),
      tx.count('flags', where),
    ])
    return { requests: await viewRequests(tx, call, flags), total_matches }
  },
})

interface Wanted {
  readonly requestee?: string | undefined
  readonly setter?: string | undefined
  readonly status: readonly string[]
}

async function wanted(tx: Reader, call: Call, { requestee, setter, status }: Wanted): Promise<Where<'flags'>> {
  const [asked] = requestee === undefined ? [] : await requireUsers(tx, [requestee], 'requestee')
  const [asking] = setter === undefined ? [] : await requireUsers(tx, [setter], 'setter')
  return {
    and: [
      { col: 'status', in: status },
      ...(asked ? [{ col: 'requestee_id', eq: asked.id } as const] : []),
      ...(asking ? [{ col: 'setter_id', eq: asking.id } as const] : []),
      { some: 'bug', where: visibleBugs(call) },
      {
        or: [
          { col: 'attachment_id', eq: null },
          { some: 'attachment', where: visibleAttachments(call) },
        ],
      },
    ],
  }
}

/** One select for each of bugs, attachments and people. */
async function viewRequests(
  tx: Reader,
  call: Call,
  flags: readonly Row<'flags'>[],
): Promise<z.input<typeof request>[]> {
  const [bugs, attachments, people] = await Promise.all([
    findVisibleBugs(
      tx,
      call,
      flags.map((one) => one.bug_id),
    ),
    loadAttachments(
      tx,
      flags.flatMap((one) => one.attachment_id ?? []),
    ),
    loadPeople(
      tx,
      call,
      flags.flatMap(({ setter_id, requestee_id }) => [setter_id, requestee_id ?? setter_id]),
    ),
  ])
  const bugOf = new Map(bugs.map((bug) => [bug.id, bug]))
  const login = (id: number) => shownLogin(call, people.get(id)?.login ?? '')
  return flags.map((one) => ({
    ...viewFlag(one, must(call.catalogue.flagTypes.get(one.type_id), 'flag type', one.type_id), login),
    age: Math.max(0, Math.floor((call.now.getTime() - one.modification_date.getTime()) / 1000)),
    target_type: one.attachment_id === null ? 'bug' : 'attachment',
    bug: must(bugOf.get(one.bug_id), 'bug', one.bug_id),
    attachment: attachments.get(one.attachment_id ?? 0) ?? null,
  }))
}

/** Of flags that the caller may see. */
async function loadAttachments(tx: Reader, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, Pick<Row<'attachments'>, 'id' | 'summary' | 'file_name'>>()
  const where = { col: 'id', in: [...new Set(ids)] } as const
  const rows = await tx.select({ from: 'attachments', where, columns: ['id', 'summary', 'file_name'] })
  return new Map(rows.map((row) => [row.id, row]))
}
