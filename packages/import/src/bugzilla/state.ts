// How far an import has come. It is kept in the target, in the transaction of each batch.
import * as z from 'zod'

const ids = z.array(z.number())

const importState = z.object({
  /** The tracker was made by this import: rights and parameters come from the source. */
  isOwn: z.boolean(),
  /** The selection of bugs: if it changes, a pass starts over. */
  scope: z.string(),
  /** The pass over all bugs, or over those that have changed, that is under way. */
  pass: z
    .object({
      /** Bugs up to this number are here. */
      after: z.number(),
      since: z.string().nullable(),
      /** Time at the source when it began. */
      started: z.string(),
      /** Attachments of imported bugs whose contents may be missing. */
      pending: ids,
    })
    .nullable(),
  /** Time at the source when the last completed pass began. */
  finished: z.string().nullable(),
  /** Unreadable items, which the next run retries. */
  failed: z.object({ bugs: ids, attachments: ids }),
  /** Numbers that no bug has that the account may see. */
  hidden: z.object({ count: z.number(), ranges: z.array(z.tuple([z.number(), z.number()])) }),
  /** Links to bugs that come later, if they come. */
  forward: z.array(z.tuple([z.number(), z.number()])),
  /** Of each product how many bugs it has, and how many of them are in each group. */
  tally: z.record(z.string(), z.object({ bugs: z.number(), groups: z.record(z.string(), z.number()) })),
})
export type ImportState = z.output<typeof importState>

export function readState(kept: unknown): ImportState | undefined {
  const parsed = importState.safeParse(kept)
  return parsed.success ? parsed.data : undefined
}

export function freshState(isOwn: boolean, scope: string): ImportState {
  return {
    isOwn,
    scope,
    pass: null,
    finished: null,
    failed: { bugs: [], attachments: [] },
    hidden: { count: 0, ranges: [] },
    forward: [],
    tally: {},
  }
}
