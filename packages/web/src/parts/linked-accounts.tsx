// The accounts elsewhere by which a user logs in.
import type { LinkedAccountsGetAnswer } from '@trackerkit/client/types'
import { useApp } from '../state/app.js'
import { useWrite } from '../state/write.js'
import { Alert } from './alert.js'
import { TableHeader } from './table-header.js'
import { Time } from './time.js'
import { visible } from './visible.js'

export type LinkedAccounts = LinkedAccountsGetAnswer['linked_accounts']

interface LinkedAccountsTableProps {
  readonly linked: LinkedAccounts
  /** Another user, whose accounts an administrator unlinks. */
  readonly user?: string
}

export function LinkedAccountsTable({ linked, user }: LinkedAccountsTableProps) {
  const { texts, operations, isLive } = useApp()
  const labels = texts.logins
  const { run, isBusy, refusal } = useWrite()
  const unlink = (issuer: string, title: string) =>
    void run(
      () => operations.linkedAccounts.remove({ issuer, ...(user !== undefined && { user }) }),
      labels.unlinked(title),
    )
  return (
    <>
      {refusal !== undefined && <Alert message={refusal} />}
      <table class="things" aria-label={labels.table}>
        <TableHeader of={[labels.provider, labels.account, labels.linked, labels.lastUsed]} hasButtons />
        <tbody>
          {linked.map(({ issuer, title, shown_as, creation_time, last_login }) => (
            <tr key={issuer}>
              <th scope="row">{title}</th>
              <td data-label={labels.account}>
                <bdi>{visible(shown_as)}</bdi>
              </td>
              <td data-label={labels.linked}>{creation_time && <Time at={creation_time} />}</td>
              <td data-label={labels.lastUsed}>{last_login && <Time at={last_login} />}</td>
              <td>
                <button
                  type="button"
                  aria-label={labels.button(labels.unlink, title)}
                  disabled={!isLive.value || isBusy}
                  onClick={() => unlink(issuer, title)}
                >
                  {labels.unlink}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
