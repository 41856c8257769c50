// A flag as bugs and attachments show it.
import * as z from 'zod'
import { bySortKey, type Catalogue, type FlagType } from '../../setup/catalogue.js'
import type { Row } from '../../schema/index.js'

// Contract: Flag.
export const flag = z
  .object({
    id: z.int().meta({ description: 'ID of the flag.' }),
    name: z.string().meta({ description: 'Name of the flag type.' }),
    type_id: z.int().meta({ description: 'ID of the flag type.' }),
    creation_date: z.date().meta({ description: 'Time when the flag was set.' }),
    modification_date: z.date().meta({ description: 'Time of the last change.' }),
    status: z.string().meta({ description: "'?', '+' or '-'." }),
    setter: z.string().meta({ ref: 'user', description: 'Login of the user who last changed the flag.' }),
    requestee: z
      .string()
      .exactOptional()
      .meta({ ref: 'user', description: 'Login of the requestee; absent if there is none.' }),
  })
  .meta({ id: 'Flag', description: 'A flag of a bug or an attachment: a request, or its answer.' })

export type Flag = z.output<typeof flag>

/** The columns of a flag that responses show. */
type ShownFlag = Omit<Row<'flags'>, 'bug_id' | 'attachment_id'>

/** A flag in responses. `login` returns a user's login as the caller may see it. */
export function viewFlag(row: ShownFlag, type: FlagType, login: (userId: number) => string): Flag {
  return {
    id: row.id,
    name: type.name,
    type_id: row.type_id,
    creation_date: row.creation_date,
    modification_date: row.modification_date,
    status: row.status,
    setter: login(row.setter_id),
    ...(row.requestee_id !== null && { requestee: login(row.requestee_id) }),
  }
}

/** In display order: by sort key and name of their types, then by ID. */
export function inFlagOrder<R extends Pick<Row<'flags'>, 'id' | 'type_id'>>(
  { flagTypes }: Catalogue,
  rows: readonly R[],
): R[] {
  return rows.toSorted((a, b) => {
    const [typeA, typeB] = [flagTypes.get(a.type_id), flagTypes.get(b.type_id)]
    return (typeA && typeB ? bySortKey(typeA, typeB) : 0) || a.id - b.id
  })
}
