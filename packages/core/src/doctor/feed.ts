import * as z from 'zod'
import { administrationChangeEvent, bugChangeEvent } from '../call/change-event.js'
import { rowsOf } from '../moving/copy/rows.js'
import type { Entry } from '../feed/read.js'
import { schema, type Reader } from '../schema/index.js'
import type { Check } from './check.js'
import type { ReportProblem } from './problem.js'

const payloads: Readonly<Record<string, z.ZodType | undefined>> = {
  // References from damaged names are missing.
  bug: bugChangeEvent.strict(),
  bug_deleted: z.strictObject({}),
  administration: administrationChangeEvent.strict(),
}

/** Clients rely on the sequence: an entry that is missing or late would be skipped. */
export const feedCheck: Check = {
  name: 'change feed',
  holds: 'entries of the change feed are numbered without gaps up to the last, and can be read',
  async find(tx, tell) {
    const [installation] = await tx.select({ from: 'installation' })
    const last = installation?.change_seq ?? 0
    let before: number | undefined
    for await (const rows of rowsOf(tx, 'changes', schema.changes)) {
      for (const row of rows as unknown as Entry[]) {
        for (const text of [...wrongIn(row), ...(before === undefined || row.seq === before + 1 ? [] : [gap])])
          await tell({ check: this.name, place: `changes ${row.seq}`, text, isRepairable: false })
        before = row.seq
      }
    }
    await checkEnd(tx, tell, { name: this.name, last, found: before })
  },
}

const gap = 'it does not follow the one before it'

function wrongIn({ seq, set, kind, bug_id, payload }: Entry): string[] {
  const shape = payloads[kind]
  if (!shape) return ['its kind is none that there is']
  const rules: readonly (readonly [boolean, string])[] = [
    [shape.safeParse(payload).success, 'its payload is not one of its kind'],
    [(kind === 'administration') === (bug_id === null), 'it is about a bug and names none, or the reverse'],
    [set <= seq, 'it belongs to an operation that came after it'],
  ]
  return rules.flatMap(([holds, text]) => (holds ? [] : [text]))
}

interface End {
  readonly name: string
  readonly last: number
  readonly found: number | undefined
}

async function checkEnd(tx: Reader, tell: ReportProblem, { name, last, found }: End): Promise<void> {
  const report = (place: string, text: string) => tell({ check: name, place, text, isRepairable: false })
  if (found !== undefined && found !== last)
    await report('installation', `the last entry is number ${found}, and not ${last} as it says`)
  for (const cursor of await tx.select({ from: 'feed_cursors' })) {
    if (cursor.seq > last) await report(`feed_cursors ${cursor.name}`, 'it is beyond the last entry')
  }
}
