import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { isTrackerError } from '@trackerkit/client'
import type { AccountsGetAnswer } from '@trackerkit/client/types'
import { useApp } from '../state/app.js'
import { confirmedPath } from '../state/confirmed-path.js'
import { confirmationChannel } from '../state/provider-login.js'
import { Dialog } from './dialog.js'
import { LogInLink } from './log-in-link.js'
import { LoginForm } from './login-form.js'
import { PasskeyButton } from './passkey-button.js'
import { loginTexts } from '../texts/english/login.js'
import { loginStepTexts } from '../texts/english/login-step.js'

/** Opens over the page when the session has ended. Requests wait until the user has logged in. */
export function LoginDialog() {
  const app = useApp()
  const { who, site, texts, operations, isLoggedOut, shown } = app
  const offers = useSignal<AccountsGetAnswer | undefined>(undefined)
  useEffect(() => {
    if (site.login.by === 'host') return
    // The server returns to the own session of the actor.
    if (site.isActing) return location.reload()
    operations.accounts.get({ origin: location.origin }).then(
      (answer) => (offers.value = answer),
      () => undefined,
    )
  }, [])
  // Another user must not see this page.
  const done = (id: number) => (id === who?.id ? (isLoggedOut.value = false) : location.reload())
  if (site.isActing) return null
  return (
    <Dialog title={texts.login.again.title} onClose={() => (isLoggedOut.value = false)}>
      <p>{texts.login.again.text}</p>
      {site.login.by === 'host' ? (
        <LogInLink class="button primary">{texts.layout.logIn}</LogInLink>
      ) : (
        <>
          <LoginForm login={who?.login ?? ''} returnTo={shown.value.address.path} hasFocus done={done} />
          {offers.value?.passkeys && <PasskeyButton label={texts.loginStep.withPasskey} purpose="login" done={done} />}
          {offers.value && offers.value.providers.length > 0 && (
            <Providers providers={offers.value.providers} done={done} />
          )}
        </>
      )}
    </Dialog>
  )
}

interface ProvidersProps {
  readonly providers: AccountsGetAnswer['providers']
  readonly done: (id: number) => void
}

/** They log in in a separate window, because the page keeps the user's input. */
function Providers({ providers, done }: ProvidersProps) {
  const { site, texts, href, operations } = useApp()
  useEffect(() => {
    const channel = new BroadcastChannel(confirmationChannel(site.prefix))
    channel.onmessage = () =>
      operations.users.whoami({ include_fields: ['id'] }).then(
        ({ id }) => done(id),
        // The page is for another user.
        (error: unknown) => isTrackerError(error) && error.status === 409 && location.reload(),
      )
    return () => channel.close()
  }, [])
  const query = new URLSearchParams({ return_to: confirmedPath })
  return (
    <div class="form-buttons">
      {providers.map(({ name, title }) => (
        <a key={name} class="button" href={href(`/-/login/${name}?${query}`)} target="_blank" rel="noopener">
          {texts.loginStep.logInWith(title)}
        </a>
      ))}
    </div>
  )
}

export const texts = { login: loginTexts, loginStep: loginStepTexts }
