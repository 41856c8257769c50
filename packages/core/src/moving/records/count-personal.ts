import { migrations, schema, type Row, type TrackerSchema } from '../../schema/index.js'
import type { Store } from '../../store/index.js'
import { rowsOf } from '../copy/rows.js'

/** The private data of one account, in numbers. */
export interface PersonalCounts {
  readonly searches: number
  /** Searches that are shared with a group. */
  readonly sharedSearches: number
  readonly reports: number
  /** Scheduled searches. */
  readonly schedules: number
}

/**
 * Counts the saved searches and schedules of each account that has some, by its folded login, to compare them with the source of an
 * import. A store that was opened for reading only must be up to date.
 *
 * @throws store_unavailable and the like
 * @example
 * const counts = await countPersonal(store)
 * console.log(counts.get('alice@example.com')?.searches ?? 0)
 */
export async function countPersonal(store: Store): Promise<ReadonlyMap<string, PersonalCounts>> {
  await store.migrate(schema, migrations)
  return (store as unknown as Store<TrackerSchema>).read(
    async (tx) => {
      const byUser = new Map<number, Mutable>()
      const of = (id: number) => {
        const counts = byUser.get(id) ?? { searches: 0, sharedSearches: 0, reports: 0, schedules: 0 }
        byUser.set(id, counts)
        return counts
      }
      for await (const rows of rowsOf(tx, 'saved_searches', schema.saved_searches))
        for (const { user_id, kind, shared_group_id } of rows as unknown as Row<'saved_searches'>[]) {
          of(user_id)[kind === 'report' ? 'reports' : 'searches']++
          if (shared_group_id !== null) of(user_id).sharedSearches++
        }
      for await (const rows of rowsOf(tx, 'schedules', schema.schedules))
        for (const { user_id, kind } of rows as unknown as Row<'schedules'>[])
          if (kind === 'search') of(user_id).schedules++
      const byLogin = new Map<string, PersonalCounts>()
      for await (const rows of rowsOf(tx, 'users', schema.users))
        for (const { id, login_folded } of rows as unknown as Row<'users'>[]) {
          const counts = byUser.get(id)
          if (counts) byLogin.set(login_folded, counts)
        }
      return byLogin
    },
    { bulk: true },
  )
}

type Mutable = { -readonly [Name in keyof PersonalCounts]: number }
