// The rest of the proof of a login at a provider.
import { useSignal } from '@preact/signals'
import { Alert } from '../../parts/alert.js'
import { Field } from '../../parts/field.js'
import { PasskeyButton } from '../../parts/passkey-button.js'
import { typedIn } from '../../parts/typed.js'
import { definePage } from '../../page/define.js'
import type { PageAddress } from '../../page/page.js'
import { useApp } from '../../state/app.js'
import { continueLogIn } from '../../state/continue-log-in.js'
import { returnPath } from '../../state/return-path.js'
import { loginTexts } from '../../texts/english/login.js'
import { loginStepTexts } from '../../texts/english/login-step.js'

export interface ContinueData {
  readonly step: 'password' | 'second_factor'
  /** The provider as people read it. */
  readonly title: string
  /** Empty for a one-time password. */
  readonly login: string
  readonly message?: string
  readonly wantsOtp?: boolean
  /** These pages can have passkeys. */
  readonly hasPasskeys?: boolean
}

export const continueLogin = definePage<ContinueData>({
  texts: { login: loginTexts, loginStep: loginStepTexts },
  load: async (operations, { query, origin }) => {
    const by = query.get('by') ?? ''
    const { providers, passkeys: hasPasskeys } = await operations.accounts.get({ origin })
    const title = providers.find(({ name }) => name === by)?.title ?? by
    const step = query.get('step') === 'second_factor' ? 'second_factor' : 'password'
    return { step, title, login: query.get('login') ?? '', hasPasskeys }
  },
  title: (_, texts) => texts.loginStep.title,
  View: Continue,
})

function Continue({ data, address }: { readonly data: ContinueData; readonly address: PageAddress }) {
  const app = useApp()
  const { texts, href } = app
  const labels = texts.loginStep
  const { step, title, login, hasPasskeys = false } = data
  const returnTo = returnPath(address.query.get('return_to'))
  const message = useSignal(data.message)
  const wantsOtp = useSignal(data.wantsOtp ?? step === 'second_factor')
  const isBusy = useSignal(false)
  const send = async (form: HTMLFormElement) => {
    const typed = typedIn(new FormData(form))
    isBusy.value = true
    const outcome = await continueLogIn(app, { password: typed('password'), otp: typed('otp') })
    isBusy.value = false
    if ('returnTo' in outcome) return location.assign(href(outcome.returnTo))
    wantsOtp.value ||= outcome.wantsOtp
    message.value = outcome.message
  }
  return (
    <div class="login-page">
      <h1>{labels.title}</h1>
      <p>{step === 'password' ? labels.account(login, title) : labels.secondFactor}</p>
      {step === 'second_factor' && hasPasskeys && (
        <PasskeyButton label={labels.withPasskey} purpose="login" done={() => location.assign(href(returnTo))} />
      )}
      <form
        class="login-form"
        method="post"
        action={href('/-/login/continue')}
        onSubmit={(event) => {
          event.preventDefault()
          void send(event.currentTarget)
        }}
      >
        {message.value !== undefined && <Alert message={message.value} />}
        {Object.entries({ step, title, login }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {step === 'password' && (
          <Field name="password" label={texts.login.password} type="password" autocomplete="current-password" />
        )}
        {wantsOtp.value && (
          <Field name="otp" label={texts.login.otp} autocomplete="one-time-code" hint={texts.login.otpHint} />
        )}
        <div class="form-buttons">
          <button type="submit" class="primary" disabled={isBusy.value}>
            {labels.continue}
          </button>
          <a class="button" href={href(`/login?${new URLSearchParams({ return_to: returnTo })}`)}>
            {labels.cancel}
          </a>
        </div>
      </form>
    </div>
  )
}
