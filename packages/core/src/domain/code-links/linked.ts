// The bugs that have a link to something.
import * as z from 'zod'
import { defineRead } from '../../call/define/operation.js'
import type { LinkKind } from '../../code/code-event.js'

interface Target {
  readonly repository: string
  readonly kind: LinkKind
  readonly refs: readonly string[]
}

export interface Linked {
  readonly id: number
  readonly bug_id: number
  readonly ref: string
  readonly attachment_id: number | null
}

/** No public operation: deliveries of hosts run it to find links that they change. */
export const findLinked = defineRead({
  name: 'codeLinks.linked',
  summary: 'Find links to commits or pull requests',
  description: 'Finds the links to commits or pull requests of a repository.',
  access: 'required',
  input: z.custom<Target>(),
  output: z.object({ links: z.custom<readonly Linked[]>() }),
  async run(tx, { repository, kind, refs }) {
    const where = {
      and: [
        { col: 'repository', eq: repository } as const,
        { col: 'kind', eq: kind } as const,
        { col: 'ref', in: refs } as const,
      ],
    }
    const columns = ['id', 'bug_id', 'ref', 'attachment_id'] as const
    return { links: await tx.select({ from: 'code_links', where, columns, order: [{ col: 'id' }] }) }
  },
})
