// Changes the email address that is the login, if the tracker permits it.
import { Field } from '../../parts/field.js'
import { useApp } from '../../state/app.js'
import { accountTexts } from '../../texts/english/account.js'
import { definePage } from '../../page/define.js'
import { CodePage } from './code-page.js'

export const addressPage = definePage<null>({
  texts: { account: accountTexts },
  load: async () => null,
  title: (_, texts) => texts.account.address.title,
  View: () => {
    const { texts, operations } = useApp()
    const labels = texts.account.address
    return (
      <CodePage
        labels={labels}
        asking={
          <>
            <Field name="email" label={labels.email} autocomplete="email" />
            <Field
              name="current"
              type="password"
              label={labels.current}
              autocomplete="current-password"
              hint={labels.currentHint}
              isOptional
            />
          </>
        }
        onAsk={(typed) => {
          const current = typed('current')
          const proof = current !== '' && { current_password: current }
          return operations.accounts.requestAddress({ email: typed('email'), ...proof })
        }}
        using={null}
        done={() => labels.done}
        onUse={(typed) => operations.accounts.setAddress({ code: typed('code').trim() })}
      />
    )
  },
})
