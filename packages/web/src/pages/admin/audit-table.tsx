// Entries of the audit log as a table.
import type { AuditEntry } from '@trackerkit/client'
import { TableHeader } from '../../parts/table-header.js'
import { Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'

interface AuditTableProps {
  readonly label: string
  readonly entries: readonly AuditEntry[]
  /** Adds a column for the type of each entry. */
  readonly isOfAll?: boolean
}

export function AuditTable({ label, entries, isOfAll = false }: AuditTableProps) {
  const { admin } = useApp().texts
  const heads = [admin.when, admin.who, ...(isOfAll ? [admin.audit.class] : []), admin.field, admin.before, admin.after]
  return (
    <table class="things changelog" aria-label={label}>
      <TableHeader of={heads} />
      <tbody>
        {entries.map(({ id, at, user, class: kind, object_id, field, removed, added }) => (
          <tr key={id}>
            <td data-label={admin.when}>
              <Time at={at} />
            </td>
            <td data-label={admin.who}>
              <bdi>{visible(user ?? admin.system)}</bdi>
            </td>
            {isOfAll && (
              <td data-label={admin.audit.class}>
                {kind} {object_id}
              </td>
            )}
            <td data-label={admin.field}>
              <bdi>{visible({ __create__: admin.created, __remove__: admin.removed }[field] ?? field)}</bdi>
            </td>
            <td data-label={admin.before}>
              <bdi>{visible(removed ?? '')}</bdi>
            </td>
            <td data-label={admin.after}>
              <bdi>{visible(added ?? '')}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
