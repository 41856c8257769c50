// Where people log in.
import type { AccountsGetAnswer } from '@trackerkit/client/types'
import { DemoLogin } from '../../parts/demo-login.js'
import { Link } from '../../parts/link.js'
import { LoginForm } from '../../parts/login-form.js'
import { useApp } from '../../state/app.js'
import { returnPath } from '../../state/return-path.js'
import { definePage } from '../../page/define.js'
import { Moved } from '../../page/page.js'

export interface LoginData {
  /** The login of an earlier attempt without scripts. */
  readonly login: string
  readonly message?: string
  /** Actions by email; undefined if they were not requested. */
  readonly offers?: AccountsGetAnswer
  readonly wantsOtp?: boolean
}

export const login = definePage<LoginData>({
  load: async (operations, { who, query }) => {
    if (who) throw new Moved(returnPath(query.get('return_to')))
    return { login: '', offers: await operations.accounts.get() }
  },
  title: (_, texts) => texts.login.title,
  View: ({ data, address }) => {
    const { texts, href } = useApp()
    const { offers, ...form } = data
    const returnTo = returnPath(address.query.get('return_to'))
    return (
      <div class="login-page">
        <h1>{texts.login.title}</h1>
        <DemoLogin />
        <LoginForm {...form} returnTo={returnTo} done={() => location.assign(href(returnTo))} />
        {offers?.can_reset_password !== false && (
          <p>
            <Link to="/reset">{texts.login.forgot}</Link>
          </p>
        )}
        {offers?.can_register && (
          <p>
            <Link to="/register">{texts.login.register}</Link>
          </p>
        )}
      </div>
    )
  },
})
