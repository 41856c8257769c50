// The rest of the proof of a login at a provider.
import { useSignal } from '@preact/signals'
import { Alert } from '../../parts/alert.js'
import { Field } from '../../parts/field.js'
import { typedIn } from '../../parts/typed.js'
import { definePage } from '../../page/define.js'
import { useApp } from '../../state/app.js'
import { continueLogIn } from '../../state/provider-login.js'
import { loginTexts } from '../../texts/english/login.js'
import { loginStepTexts } from '../../texts/english/login-step.js'

export interface ContinueData {
  readonly step: 'password' | 'second_factor'
  readonly by: string
  /** The provider as people read it. */
  readonly title?: string
  /** Empty for a one-time password. */
  readonly login: string
  readonly message?: string
  readonly wantsOtp?: boolean
}

export const continueLogin = definePage<ContinueData>({
  texts: { login: loginTexts, loginStep: loginStepTexts },
  load: async (operations, { query }) => {
    const by = query.get('by') ?? ''
    const { providers } = await operations.accounts.get()
    const title = providers.find(({ name }) => name === by)?.title ?? by
    const step = query.get('step') === 'second_factor' ? 'second_factor' : 'password'
    return { step, by, title, login: query.get('login') ?? '' }
  },
  title: (_, texts) => texts.loginStep.title,
  View: Continue,
})

function Continue({ data }: { readonly data: ContinueData }) {
  const app = useApp()
  const { texts, href } = app
  const labels = texts.loginStep
  const { step, by, title = by, login } = data
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
        {Object.entries({ step, by, login }).map(([name, value]) => (
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
          <a class="button" href={href('/login')}>
            {labels.cancel}
          </a>
        </div>
      </form>
    </div>
  )
}
