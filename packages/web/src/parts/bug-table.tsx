// A plain table of bugs, such as those on the first page.
import type { Bug } from '@trackerkit/client'
import { pathOf } from '../page/page.js'
import { useApp } from '../state/app.js'
import { Link } from './link.js'
import { NoRows } from './no-rows.js'
import { Person } from './name.js'
import { Status } from './status.js'
import { Time } from './time.js'
import { visible } from './visible.js'

export const tableFields = [
  'id',
  'summary',
  'status',
  'resolution',
  'is_open',
  'product',
  'component',
  'assigned_to_detail',
  'last_change_time',
] as const

export type TableBug = Pick<Bug, (typeof tableFields)[number]>

interface BugTableProps {
  readonly label: string
  readonly bugs: readonly TableBug[]
  /** False if all bugs have the same assignee. Default: true. */
  readonly hasAssignee?: boolean
  /** The text of an empty table. */
  readonly none?: string
}

export function BugTable({ label, bugs, hasAssignee = true, none }: BugTableProps) {
  const { texts } = useApp()
  const { fields } = texts
  return (
    <table class="bugs" aria-label={label}>
      <thead>
        <tr>
          <th scope="col" class="number">
            {fields.id}
          </th>
          <th scope="col">{fields.summary}</th>
          <th scope="col">{fields.status}</th>
          <th scope="col" class="of-component">
            {fields.component}
          </th>
          {hasAssignee && <th scope="col">{fields.assigned_to}</th>}
          <th scope="col">{fields.last_change_time}</th>
        </tr>
      </thead>
      <tbody>
        {bugs.length === 0 && none !== undefined && <NoRows columns={hasAssignee ? 6 : 5} text={none} />}
        {bugs.map((bug) => (
          <tr key={bug.id}>
            <td class="number">
              <Link to={pathOf('bug', bug.id)}>{bug.id}</Link>
              <span class="narrow-only">
                <Status status={bug.status} resolution={bug.resolution} isOpen={bug.is_open} />
                <Time at={bug.last_change_time} />
              </span>
            </td>
            <th scope="row" class="summary">
              <Link to={pathOf('bug', bug.id)}>
                <bdi>{visible(bug.summary)}</bdi>
              </Link>
            </th>
            <td class="of-status">
              <Status status={bug.status} resolution={bug.resolution} isOpen={bug.is_open} />
            </td>
            <td class="of-component">
              <bdi>{visible(`${bug.product}: ${bug.component}`)}</bdi>
            </td>
            {hasAssignee && (
              <td class="of-person">
                <Person person={bug.assigned_to_detail} />
              </td>
            )}
            <td class="of-time">
              <Time at={bug.last_change_time} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
