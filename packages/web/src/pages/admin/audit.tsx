// Changes to the configuration, by user.
import type { AuditEntry } from '@trackerkit/client'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { offsetIn, pageSize } from '../../page/offset.js'
import { PartLinks } from '../../parts/part-links.js'
import { AuditTable } from './audit-table.js'
import { Find } from './find.js'
import { Frame } from './frame.js'
import { requireRight } from './sections.js'
import { adminTexts } from '../../texts/english/admin.js'

interface AuditData {
  readonly entries: readonly AuditEntry[]
  readonly find: string
  readonly offset: number
  readonly total: number
}

export const audit = definePage<AuditData>({
  texts: { admin: adminTexts },
  load: async (operations, address) => {
    requireRight(address, 'admin')
    const { query } = address
    const find = (query.get('find') ?? '').trim()
    const offset = offsetIn(query)
    const { audit_log, total_matches } = await operations.audit.get({
      ...(find !== '' && { class: find }),
      limit: pageSize,
      offset,
    })
    return { entries: audit_log, find, offset, total: total_matches ?? offset + audit_log.length }
  },
  title: (_, texts) => texts.admin.pages.audit.name,
  View: ({ data: { entries, find, offset, total }, address: { path, query } }) => {
    const { texts } = useApp()
    const { admin } = texts
    return (
      <Frame heading={admin.pages.audit.name}>
        <Find path="/admin/audit" find={find} />
        {entries.length === 0 ? (
          <p class="quiet-text">{find === '' ? admin.audit.none : admin.noneFound}</p>
        ) : (
          <AuditTable label={admin.pages.audit.name} entries={entries} isOfAll />
        )}
        <PartLinks part={{ rows: entries, offset, total }} address={{ path, query }} />
      </Frame>
    )
  },
})
