// A part of a personal record: how it is read from the store and written to it.
import type { Row } from '../../schema/index.js'
import type { Batch } from './batch.js'
import type { RecordOf } from './record.js'

export type Personal = RecordOf<'personal'>
export type PersonalPart = Exclude<keyof Personal, 'kind' | 'user'>

/** The account that a record is of. */
export interface Owner extends Pick<Row<'users'>, 'id' | 'password_hash'> {
  /** True if the host application identifies the user. */
  readonly isOfHost: boolean
}

export interface Part<Given> {
  /** Never overwritten. */
  readonly isCredential?: boolean
  /** Existing rows stay beside imported ones. */
  readonly isMerged?: boolean
  /** The result of `read` for an account that was never used. */
  readonly blank: unknown
  read(batch: Batch, owner: Owner): Promise<unknown>
  /** Returns problems of parts that could not be kept. */
  write(batch: Batch, owner: Owner, given: Given): Promise<string[]>
}

export const byUser = ({ id }: Owner) => ({ col: 'user_id', eq: id }) as const
export const text = (given: unknown) => JSON.stringify(given)

export function absent(part: string, bugs: readonly number[], there: ReadonlySet<number>): string[] {
  return [...new Set(bugs)].filter((id) => !there.has(id)).map((id) => `${part}: there is no bug ${id}`)
}
