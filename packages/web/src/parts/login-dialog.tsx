import { useApp } from '../state/app.js'
import { logInPath } from '../state/return-path.js'
import { Dialog } from './dialog.js'
import { LoginForm } from './login-form.js'
import { loginTexts } from '../texts/english/login.js'

/** Opens over the page when the session has ended. Requests wait until the user has logged in. */
export function LoginDialog() {
  const app = useApp()
  const { who, site, texts, isLoggedOut, shown } = app
  const close = () => (isLoggedOut.value = false)
  return (
    <Dialog title={texts.login.again.title} onClose={close}>
      <p>{texts.login.again.text}</p>
      {site.login.by === 'host' ? (
        <a class="button primary" href={app.href(logInPath(app))}>
          {texts.layout.logIn}
        </a>
      ) : (
        <LoginForm
          login={who?.login ?? ''}
          returnTo={shown.value.address.path}
          // Another user must not see this page.
          done={(id) => (id === who?.id ? close() : location.reload())}
        />
      )}
    </Dialog>
  )
}

export const texts = { login: loginTexts }
