// Where people log in.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { AccountsGetAnswer } from '@trackerkit/client/types'
import { Alert } from '../../parts/alert.js'
import { DemoLogin } from '../../parts/demo-login.js'
import { Link } from '../../parts/link.js'
import { LoginForm } from '../../parts/login-form.js'
import { PasskeyButton } from '../../parts/passkey-button.js'
import { useApp } from '../../state/app.js'
import { confirmedPath } from '../../state/confirmed-path.js'
import { returnPath } from '../../state/return-path.js'
import { loginTexts } from '../../texts/english/login.js'
import { loginStepTexts } from '../../texts/english/login-step.js'
import { definePage } from '../../page/define.js'
import { Moved, type PageAddress } from '../../page/page.js'

export interface LoginData {
  /** The login of an earlier attempt without scripts. */
  readonly login: string
  readonly message?: string
  /** Actions by email; undefined if they were not requested. */
  readonly offers?: AccountsGetAnswer
  readonly wantsOtp?: boolean
  /** The ID of the request that failed, which the log has as well. */
  readonly request?: string
  /** The message is about a provider, where the person can try again. */
  readonly isFromProvider?: boolean
}

export const login = definePage<LoginData>({
  texts: { login: loginTexts, loginStep: loginStepTexts },
  load: async (operations, { who, query, origin }) => {
    if (who) throw new Moved(returnPath(query.get('return_to')))
    return { login: '', offers: await operations.accounts.get({ origin }) }
  },
  title: (_, texts, { who }) => (who ? texts.error.title : texts.login.title),
  View: ({ data, address }) => {
    const { texts, href } = useApp()
    const { offers, isFromProvider = false, message, request, ...form } = data
    const password = { ...form, ...(message !== undefined && !isFromProvider && { message }) }
    const returnTo = useReturnTo(address)
    if (address.who) return <FailedAtProvider data={data} returnTo={returnTo} />
    return (
      <div class="login-page">
        <h1>{texts.login.title}</h1>
        <DemoLogin returnTo={returnTo} />
        {isFromProvider && message !== undefined && (
          <>
            <ProviderError message={message} request={request} />
            <p>
              <a href={href(`/login?${new URLSearchParams({ return_to: returnTo })}`)}>{texts.error.again}</a>
            </p>
          </>
        )}
        <Providers providers={offers?.providers ?? []} returnTo={returnTo} />
        {offers?.passkeys && (
          <PasskeyButton
            label={texts.loginStep.withPasskey}
            purpose="login"
            done={() => location.assign(href(returnTo))}
          />
        )}
        <Passwords
          isApart={offers?.passwords === 'some'}
          isOpen={password.message !== undefined || form.wantsOtp === true}
        >
          <LoginForm {...password} returnTo={returnTo} done={() => location.assign(href(returnTo))} />
        </Passwords>
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

/** Redirects to this page keep the fragment of the address that needs a login. Only the browser has it. */
function useReturnTo({ query }: PageAddress): string {
  const path = returnPath(query.get('return_to'))
  const fragment = useSignal('')
  useEffect(() => void (fragment.value = location.hash), [])
  return path.includes('#') ? path : path + fragment.value
}

interface ProviderErrorProps {
  readonly message: string
  readonly request: string | undefined
}

function ProviderError({ message, request }: ProviderErrorProps) {
  const { texts } = useApp()
  return (
    <>
      <Alert message={message} />
      {request !== undefined && <p class="quiet-text">{texts.error.request(request)}</p>}
    </>
  )
}

interface FailedAtProviderProps {
  readonly data: LoginData
  readonly returnTo: string
}

/** For users who are logged in, and who mostly link an account, or confirm the session in a separate window. */
function FailedAtProvider({ data: { message = '', request }, returnTo }: FailedAtProviderProps) {
  const { texts, href } = useApp()
  return (
    <div class="login-page">
      <h1>{texts.error.title}</h1>
      <ProviderError message={message} request={request} />
      <p>{returnTo === confirmedPath ? texts.loginStep.close : <a href={href(returnTo)}>{texts.loginStep.back}</a>}</p>
    </div>
  )
}

interface PasswordsProps {
  /** Only some users log in with a password. */
  readonly isApart: boolean
  readonly isOpen: boolean
  readonly children: ComponentChildren
}

function Passwords({ isApart, isOpen, children }: PasswordsProps) {
  const { texts } = useApp()
  if (!isApart) return <>{children}</>
  return (
    <details open={isOpen} aria-label={texts.loginStep.withPassword}>
      <summary>{texts.loginStep.withPassword}</summary>
      {children}
    </details>
  )
}

interface ProvidersProps {
  readonly providers: AccountsGetAnswer['providers']
  readonly returnTo: string
}

/** Links, because a form would be bound to this origin. They leave the pages. */
function Providers({ providers, returnTo }: ProvidersProps) {
  const { texts, href } = useApp()
  if (providers.length === 0) return null
  const query = new URLSearchParams({ return_to: returnTo })
  return (
    <ul class="login-providers" aria-label={texts.loginStep.with}>
      {providers.map(({ name, title }) => (
        <li key={name}>
          <a class="button" href={href(`/-/login/${name}?${query}`)}>
            {texts.loginStep.logInWith(title)}
          </a>
        </li>
      ))}
    </ul>
  )
}
