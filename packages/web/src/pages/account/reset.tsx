// Resets a forgotten password.
import { Field } from '../../parts/field.js'
import { useApp } from '../../state/app.js'
import { accountTexts } from '../../texts/english/account.js'
import { definePage } from '../../page/define.js'
import { CodePage, NewPassword } from './code-page.js'

export const resetPage = definePage<null>({
  texts: { account: accountTexts },
  load: async () => null,
  title: (_, texts) => texts.account.reset.title,
  View: () => {
    const { texts, operations } = useApp()
    const labels = texts.account.reset
    return (
      <CodePage
        labels={labels}
        asking={<Field name="login" label={labels.login} autocomplete="username" />}
        onAsk={(typed) => operations.accounts.requestPassword({ login: typed('login') })}
        using={
          <>
            <NewPassword />
            <label class="check">
              <input name="revoke" type="checkbox" />
              {labels.revoke}
            </label>
          </>
        }
        done={(typed) => (typed('revoke') === '' ? labels.done : labels.doneWithKeys)}
        onUse={(typed) =>
          operations.accounts.setPassword({
            code: typed('code').trim(),
            password: typed('password'),
            revoke_api_keys: typed('revoke') !== '',
          })
        }
      />
    )
  },
})
