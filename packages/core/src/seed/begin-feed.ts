// Starts the change feed of an older store: changes not yet sent by email become its first entries.
import { addDays } from 'date-fns/addDays'
import * as z from 'zod'
import { bugChangeEvent, type BugDetails, type ChangeEvent } from '../call/change-event.js'
import { newEpoch } from '../feed/epoch.js'
import { writeEntries } from '../feed/write.js'
import type { Environment } from '../kernel/environment.js'
import type { Row, TrackerSchema, Writer } from '../schema/index.js'
import { writeToKnownSchema } from '../schema/known-migrations.js'
import { pagesOf, type Store } from '../store/index.js'

/** Days for which pending email is still sent. */
const keptDays = 7

/** Begins the feed unless it has begun. Two processes may try at once: the later one finds nothing to do. */
export async function beginFeed(store: Store<TrackerSchema>, environment: Environment): Promise<void> {
  const hasBegun = async (tx: Pick<Writer, 'select'>) =>
    (await tx.select({ from: 'installation', columns: ['feed_epoch'] })).every((row) => row.feed_epoch !== '')
  if (await store.read(hasBegun)) return
  await writeToKnownSchema(store, async (tx) => {
    if (await hasBegun(tx)) return
    const isWaiting = await turnChanges(tx)
    await renameMoves(tx)
    const mail_delivered_until = addDays(environment.clock(), keptDays)
    const set = { feed_epoch: newEpoch(environment), ...(isWaiting && { mail_delivered_until }) }
    await tx.update('installation', { col: 'id', eq: 1 }, set)
  })
}

/** Turns pending changes into entries, except failed ones. Returns true if there were any. */
async function turnChanges(tx: Writer): Promise<boolean> {
  let last = 0
  for await (const rows of outboxRows(tx)) {
    const changeEvents = rows.filter((row) => row.kind === 'change' && row.state === 'new').flatMap(changeEventsOf)
    for (const event of changeEvents) await writeEntries(tx, last++, [event])
  }
  await tx.delete('mail_outbox', { col: 'kind', eq: 'change' })
  return last > 0
}

const ids = z.array(z.int())
const people = z.object({ assigned_to: ids, qa_contact: ids, cc: ids })

/** Format of changes in older versions. */
const oldChange = bugChangeEvent
  .pick({ is_new: true, history: true, comments: true, flags: true })
  .extend({ by: z.int(), is_turned: z.boolean(), came: people, gone: people })

function changeEventsOf({ bug_id, payload, creation_time: at }: Row<'mail_outbox'>): ChangeEvent[] {
  const old = oldChange.safeParse(payload)
  if (!old.success || bug_id === null) return []
  const { by: user_id, is_turned: open_changed, came: gained, gone: lost, ...rest } = old.data
  const rewritten = { comments: [], attachments: [] }
  const nothing = { attachments: [], code_links: [], is_unlinked: false, rewritten, mentioned: [] }
  const details: BugDetails = { ...rest, ...nothing, open_changed, gained, lost, is_bulk: false, is_import: false }
  return [{ kind: 'bug', bug_id, user_id, at, was_public: false, is_public: false, details }]
}

const oldMoves: Readonly<Record<string, string>> = { came: 'gained', gone: 'lost' }

const withMoves = z.looseObject({ holds: z.array(z.looseObject({ moved: z.string().nullable() })) })

/** Reasons stored in messages use the current name. */
async function renameMoves(tx: Writer): Promise<void> {
  for await (const rows of outboxRows(tx)) {
    const renamed = rows.flatMap((row) => {
      const found = withMoves.safeParse(row.payload)
      if (!found.success || found.data.holds.every(({ moved }) => moved === null)) return []
      const holds = found.data.holds.map((hold) => ({ ...hold, moved: oldMoves[hold.moved ?? ''] ?? null }))
      return [{ ...row, payload: { ...found.data, holds } }]
    })
    await tx.put('mail_outbox', renamed)
  }
}

function outboxRows(tx: Writer): AsyncGenerator<Row<'mail_outbox'>[]> {
  const pages = pagesOf(tx, { from: 'mail_outbox', by: ['id'], limit: 1000 })
  return pages as AsyncGenerator<unknown[]> as AsyncGenerator<Row<'mail_outbox'>[]>
}
