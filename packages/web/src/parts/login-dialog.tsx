import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { logInPath } from '../state/log-in-path.js'
import { Dialog } from './dialog.js'
import { LoginForm } from './login-form.js'
import { PasskeyButton } from './passkey-button.js'
import { loginTexts } from '../texts/english/login.js'
import { loginStepTexts } from '../texts/english/login-step.js'

/** Opens over the page when the session has ended. Requests wait until the user has logged in. */
export function LoginDialog() {
  const app = useApp()
  const { who, site, texts, operations, isLoggedOut, shown } = app
  const hasPasskeys = useSignal(false)
  useEffect(() => {
    if (site.login.by === 'host') return
    operations.accounts.get({ origin: location.origin }).then(
      ({ passkeys }) => (hasPasskeys.value = passkeys),
      () => undefined,
    )
  }, [])
  // Another user must not see this page.
  const done = (id: number) => (id === who?.id ? (isLoggedOut.value = false) : location.reload())
  return (
    <Dialog title={texts.login.again.title} onClose={() => (isLoggedOut.value = false)}>
      <p>{texts.login.again.text}</p>
      {site.login.by === 'host' ? (
        <a class="button primary" href={app.href(logInPath(app))}>
          {texts.layout.logIn}
        </a>
      ) : (
        <>
          {hasPasskeys.value && <PasskeyButton label={texts.loginStep.withPasskey} purpose="login" done={done} />}
          <LoginForm login={who?.login ?? ''} returnTo={shown.value.address.path} done={done} />
        </>
      )}
    </Dialog>
  )
}

export const texts = { login: loginTexts, loginStep: loginStepTexts }
