// The accounts elsewhere by which one logs in.
import { useSignal } from '@preact/signals'
import type { LinkedAccountsGetAnswer } from '@trackerkit/client/types'
import { definePage } from '../../page/define.js'
import { Alert } from '../../parts/alert.js'
import { TableHeader } from '../../parts/table-header.js'
import { Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { beginAtProvider } from '../../state/provider-login.js'
import { useWrite } from '../../state/write.js'
import { loginsTexts } from '../../texts/english/logins.js'
import { meTexts } from '../../texts/english/me.js'
import { Frame, requireWho } from './frame.js'

interface LoginsData {
  readonly linked: LinkedAccountsGetAnswer['linked_accounts']
  /** Providers that are not linked yet. */
  readonly others: readonly { readonly name: string; readonly title: string }[]
}

export const logins = definePage<LoginsData>({
  texts: { me: meTexts, logins: loginsTexts },
  load: async (operations, address) => {
    requireWho(address)
    const [{ linked_accounts, providers }, offers] = await Promise.all([
      operations.linkedAccounts.get(),
      operations.accounts.get(),
    ])
    return { linked: linked_accounts, others: offers.providers.filter(({ name }) => providers.includes(name)) }
  },
  title: (_, texts) => texts.me.logins,
  View: Logins,
})

function Logins({ data: { linked, others } }: { readonly data: LoginsData }) {
  const app = useApp()
  const labels = app.texts.logins
  const { run, isBusy, refusal } = useWrite()
  const failure = useSignal<string | undefined>(undefined)
  const isOff = !app.isLive.value || isBusy
  const unlink = (issuer: string, title: string) =>
    void run(() => app.operations.linkedAccounts.remove({ issuer }), labels.unlinked(title))
  const link = async (name: string) => {
    const outcome = await beginAtProvider(app, name, 'link')
    if ('url' in outcome) location.assign(outcome.url)
    else failure.value = outcome.message
  }
  const message = refusal ?? failure.value
  return (
    <Frame heading={app.texts.me.logins}>
      <p class="quiet-text">{labels.about}</p>
      {message !== undefined && <Alert message={message} />}
      {linked.length === 0 && <p>{labels.none}</p>}
      {linked.length > 0 && (
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
                  <button type="button" disabled={isOff} onClick={() => unlink(issuer, title)}>
                    {labels.unlink(title)}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div class="form-buttons">
        {others.map(({ name, title }) => (
          <button key={name} type="button" disabled={isOff} onClick={() => void link(name)}>
            {labels.link(title)}
          </button>
        ))}
      </div>
    </Frame>
  )
}
