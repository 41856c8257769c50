// Where people log in.
import { DemoLogin } from '../../parts/demo-login.js'
import { Link } from '../../parts/link.js'
import { LoginForm } from '../../parts/login-form.js'
import { useApp } from '../../state/app.js'
import { returnPath } from '../../state/return-path.js'
import { definePage } from '../define.js'
import { Moved } from '../page.js'

/** What somebody has tried already, without scripts. */
export interface LoginData {
  readonly login: string
  readonly message?: string
}

export const login = definePage<LoginData>({
  load: async (_, { who, query }) => {
    if (who) throw new Moved(returnPath(query.get('return_to')))
    return { login: '' }
  },
  title: (_, texts) => texts.login.title,
  View: ({ data, address }) => {
    const { texts, href } = useApp()
    const returnTo = returnPath(address.query.get('return_to'))
    return (
      <div class="login-page">
        <h1>{texts.login.title}</h1>
        <DemoLogin />
        <LoginForm {...data} returnTo={returnTo} done={() => location.assign(href(returnTo))} />
        <p>
          <Link to="/reset">{texts.login.forgot}</Link>
        </p>
      </div>
    )
  },
})
