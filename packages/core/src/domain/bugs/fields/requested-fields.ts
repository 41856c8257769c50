// Fields of bugs that only some answers have: on request, or with a token.
import * as z from 'zod'
import type { BugRow } from '../../../access/find-bugs.js'
import { commentCountOf } from '../../../access/visibility.js'
import { standardField } from '../../../setup/standard-fields.js'
import type { BugField } from './field.js'
import { updateToken } from './update-token.js'
import type { BugPlan, BugSets } from './view-context.js'

export const requestedFields = {
  update_token: {
    description: 'Changes with every change of the bug. Returned by Get Bug to logged-in callers.',
    kind: 'other',
    output: z.string().exactOptional(),
    view: (bug: BugRow, { call }: BugPlan) =>
      call.who.user ? updateToken(call.catalogue, call.who.user, bug) : undefined,
    reads: ['last_change_time'],
    shown: 'with a token',
  },
  tags: {
    description: 'Personal tags of the caller, by name. Only on request.',
    kind: 'other',
    output: z.array(z.string()).exactOptional(),
    view: (_bug: BugRow, _plan: BugPlan, { tags }: BugSets) => tags.map((tag) => tag.name),
    reads: [],
    sets: ['tags'],
    shown: 'when asked for',
  },
  votes: {
    description:
      'Number of users who reacted to the description with +1; 0 while it is private. Only if `include_fields` names it.',
    kind: 'number',
    search: { kind: 'int', column: 'votes' },
    output: z.int().exactOptional(),
    view: (bug: BugRow) => bug.votes,
    reads: ['votes'],
    blank: { votes: 0 },
    standard: standardField('Votes'),
    shown: 'when named',
  },
  comment_count: {
    description:
      'Number of comments that the caller can see, including the description. Only if `include_fields` names it.',
    kind: 'other',
    output: z.int().exactOptional(),
    view: (bug: BugRow, { call }: BugPlan) => bug[commentCountOf(call)],
    reads: ['comment_count', 'public_comment_count'],
    shown: 'when named',
  },
  changed_since_seen: {
    description:
      'Whether the bug changed after the caller last saw it; false for bugs they never saw. Only if `include_fields` names it.',
    kind: 'other',
    output: z.boolean().exactOptional(),
    view: ({ last_change_time }: BugRow, _plan: BugPlan, { seen }: BugSets) =>
      seen !== undefined && last_change_time > seen,
    reads: ['last_change_time'],
    sets: ['seen'],
    shown: 'when named',
  },
} as const satisfies Record<string, BugField>
