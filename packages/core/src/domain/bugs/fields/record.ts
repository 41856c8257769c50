// The fields of bugs that records have, which move from one tracker to another.
import type * as z from 'zod'
import { bugFieldEntries, type bugFields } from './index.js'

type Fields = typeof bugFields
type RecordShape = {
  [F in keyof Fields as Fields[F] extends { readonly record: z.ZodType } ? F : never]: Fields[F] extends {
    readonly record: infer Schema
  }
    ? Schema
    : never
}

/** A field of bugs that moves from one tracker to another. */
export type RecordName = keyof RecordShape

/** The fields of bugs in their records, without ids. */
export const recordShape = Object.fromEntries(
  bugFieldEntries.flatMap(([name, { record }]) => (record ? [[name, record] as const] : [])),
) as unknown as RecordShape

/** Every field of bugs that moves from one tracker to another, by its name in bugs. */
export const recordNames: readonly RecordName[] = Object.keys(recordShape) as RecordName[]

const peopleNames = bugFieldEntries.flatMap(([name, { kind, record }]) =>
  record && (kind === 'person' || kind === 'people') ? [name] : [],
)

/** The login names in the fields of a record. Empty ones name no user. */
export function peopleOfRecord(record: Readonly<Record<string, unknown>>): string[] {
  return peopleNames.flatMap((name) => (record[name] ?? []) as string | string[])
}
