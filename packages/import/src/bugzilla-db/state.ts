// How far the import of a database has come. It is kept in the target, in the transaction of each batch.
import * as z from 'zod'

const ids = z.array(z.number())

/** A position in the source by its own data, because clocks of several machines differ. */
const mark = z.object({ delta: z.string(), tags: z.number() })
export type Mark = z.output<typeof mark>

const databaseState = z.object({
  kind: z.literal('database'),
  /** The tracker was made by this import: rights and parameters come from the source. */
  isOwn: z.boolean(),
  /** The selection of bugs: if it changes, a pass starts over. */
  scope: z.string(),
  /** Bugs without a description get one of this number and theirs, which no comment of the source will have. */
  firstFree: z.number(),
  pass: z
    .object({
      /** Bugs up to this number are here. */
      after: z.number(),
      /** NULL: all bugs. */
      since: mark.nullable(),
      started: mark,
      /** Attachments of imported bugs whose contents may be missing. */
      pending: ids,
    })
    .nullable(),
  /** The position of the source when the last completed pass began. */
  finished: mark.nullable(),
  failed: z.object({ bugs: ids, attachments: ids }),
})
export type DatabaseState = z.output<typeof databaseState>
export type DatabasePass = NonNullable<DatabaseState['pass']>

/** Undefined for the state of another reader. */
export function readDatabaseState(kept: unknown): DatabaseState | undefined {
  const parsed = databaseState.safeParse(kept)
  return parsed.success ? parsed.data : undefined
}

export function freshDatabaseState(isOwn: boolean, scope: string, firstFree: number): DatabaseState {
  return {
    kind: 'database',
    isOwn,
    scope,
    firstFree,
    pass: null,
    finished: null,
    failed: { bugs: [], attachments: [] },
  }
}
