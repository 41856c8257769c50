// The accounts elsewhere by which one logs in.
import { useSignal } from '@preact/signals'
import type { SecondFactorGetAnswer } from '@trackerkit/client/types'
import { definePage } from '../../page/define.js'
import { Alert } from '../../parts/alert.js'
import { LinkedAccountsTable, type LinkedAccounts } from '../../parts/linked-accounts.js'
import type { PasskeyList } from '../../parts/passkey-table.js'
import { useApp } from '../../state/app.js'
import { beginAtProvider } from '../../state/provider-login.js'
import { loginsTexts } from '../../texts/english/logins.js'
import { meTexts } from '../../texts/english/me.js'
import { twoFactorTexts } from '../../texts/english/two-factor.js'
import { Frame, requireWho } from './frame.js'
import { Passkeys } from './passkeys.js'

interface LoginsData {
  readonly linked: LinkedAccounts
  /** Providers that are not linked yet. */
  readonly others: readonly { readonly name: string; readonly title: string }[]
  readonly passkeys: PasskeyList
  readonly mayAdd: boolean
  readonly factor: SecondFactorGetAnswer
}

export const logins = definePage<LoginsData>({
  texts: { me: meTexts, logins: loginsTexts, twoFactor: twoFactorTexts },
  load: async (operations, address) => {
    requireWho(address)
    const [{ linked_accounts, providers }, offers, { passkeys }, factor] = await Promise.all([
      operations.linkedAccounts.get(),
      operations.accounts.get({ origin: address.origin }),
      operations.passkeys.get(),
      operations.secondFactor.get(),
    ])
    const others = offers.providers.filter(({ name }) => providers.includes(name))
    return { linked: linked_accounts, others, passkeys, mayAdd: offers.passkeys, factor }
  },
  title: (_, texts) => texts.me.logins,
  View: Logins,
})

function Logins({ data: { linked, others, ...passkeys } }: { readonly data: LoginsData }) {
  const app = useApp()
  const labels = app.texts.logins
  const failure = useSignal<string | undefined>(undefined)
  const link = async (name: string) => {
    const outcome = await beginAtProvider(app, name, 'link')
    if ('url' in outcome) location.assign(outcome.url)
    else failure.value = outcome.message
  }
  return (
    <Frame heading={app.texts.me.logins}>
      <p class="quiet-text">{labels.about}</p>
      {failure.value !== undefined && <Alert message={failure.value} />}
      {linked.length === 0 ? <p>{labels.none}</p> : <LinkedAccountsTable linked={linked} />}
      <div class="form-buttons">
        {others.map(({ name, title }) => (
          <button key={name} type="button" disabled={!app.isLive.value} onClick={() => void link(name)}>
            {labels.link(title)}
          </button>
        ))}
      </div>
      <Passkeys {...passkeys} />
    </Frame>
  )
}
