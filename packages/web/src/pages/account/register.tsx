// Registration, if the tracker permits it.
import { Field } from '../../parts/field.js'
import { useApp } from '../../state/app.js'
import { accountTexts } from '../../texts/english/account.js'
import { definePage } from '../../page/define.js'
import { CodePage, NewPassword } from './code-page.js'

export const registerPage = definePage<null>({
  texts: { account: accountTexts },
  load: async () => null,
  title: (_, texts) => texts.account.register.title,
  View: () => {
    const { texts, operations } = useApp()
    const labels = texts.account.register
    return (
      <CodePage
        labels={labels}
        asking={<Field name="email" label={labels.email} autocomplete="email" />}
        onAsk={(typed) => operations.accounts.register({ email: typed('email') })}
        using={
          <>
            <Field name="name" label={labels.name} autocomplete="name" isOptional />
            <NewPassword />
          </>
        }
        done={() => labels.done}
        onUse={(typed) =>
          operations.accounts.create({
            code: typed('code').trim(),
            password: typed('password'),
            full_name: typed('name'),
          })
        }
      />
    )
  },
})
