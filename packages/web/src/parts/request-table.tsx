// Flag requests, pending or answered.
import type { Request } from '@trackerkit/client'
import { pathOf } from '../page/page.js'
import { useApp } from '../state/app.js'
import { TableHeader } from './table-header.js'
import { Link } from './link.js'
import { Time } from './time.js'
import { visible } from './visible.js'

export function RequestTable({ label, requests }: { readonly label: string; readonly requests: readonly Request[] }) {
  const { requests: labels } = useApp().texts
  return (
    <table class="things requests" aria-label={label}>
      <TableHeader of={[labels.request, labels.bug, labels.setter, labels.requestee, labels.since]} />
      <tbody>
        {requests.map(({ id, name, status, bug, attachment, setter, requestee, modification_date }) => (
          <tr key={id}>
            <th scope="row">
              <bdi>
                {visible(name)}
                {status}
              </bdi>
            </th>
            <td data-label={labels.bug}>
              <Link to={pathOf('bug', bug.id)}>
                {bug.id} <bdi>{visible(bug.summary)}</bdi>
              </Link>
              {attachment && (
                <p class="hint">
                  {labels.attachment}{' '}
                  <Link to={pathOf('attachment', attachment.id)}>
                    <bdi>{visible(attachment.summary)}</bdi>
                  </Link>
                </p>
              )}
            </td>
            <td data-label={labels.setter}>
              <bdi>{visible(setter)}</bdi>
            </td>
            <td data-label={labels.requestee}>
              <bdi>{visible(requestee ?? labels.anybody)}</bdi>
            </td>
            <td data-label={labels.since}>
              <Time at={modification_date} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
