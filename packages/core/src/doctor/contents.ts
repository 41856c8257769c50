import { loadContents } from '../domain/attachments/stored-content.js'
import { rowsOf } from '../moving/copy/rows.js'
import { schema, type Row } from '../schema/index.js'
import type { Check } from './check.js'

/** The whole content of every attachment is there. */
export const contents: Check = {
  name: 'contents of attachments',
  holds: 'attachments have as many bytes as they say',
  async find(tx, tell) {
    for await (const rows of rowsOf(tx, 'attachments', schema.attachments)) {
      for (const attachment of rows as unknown as Row<'attachments'>[]) {
        const data = (await loadContents(tx, [attachment])).get(attachment.id)
        const bytes = data?.byteLength ?? 0
        if (bytes === attachment.size) continue
        const text = `of its ${attachment.size} bytes there are ${bytes}`
        await tell({ check: this.name, place: `attachments ${attachment.id}`, text, isRepairable: false })
      }
    }
  },
}
