// Two-factor authentication of the user's account.
import { useSignal } from '@preact/signals'
import type { SecondFactorBeginAnswer, SecondFactorGetAnswer } from '@trackerkit/client/types'
import { Alert } from '../../parts/alert.js'
import { useOnDemand } from '../../parts/on-demand.js'
import { Time } from '../../parts/time.js'
import { useApp } from '../../state/app.js'
import { returnPath } from '../../state/return-path.js'
import { meTexts } from '../../texts/english/me.js'
import { twoFactorTexts } from '../../texts/english/two-factor.js'
import { definePage } from '../../page/define.js'
import type { PageAddress } from '../../page/page.js'
import { Frame, requireWho } from './frame.js'
import { ProofForm } from './proof-form.js'
import { RecoveryCodes } from './recovery-codes.js'

export const twoFactor = definePage<SecondFactorGetAnswer>({
  texts: { me: meTexts, twoFactor: twoFactorTexts },
  load: async (operations, address) => {
    requireWho(address)
    return operations.secondFactor.get()
  },
  title: (_, texts) => texts.twoFactor.title,
  View: TwoFactor,
})

interface TwoFactorProps {
  readonly data: SecondFactorGetAnswer
  readonly address: PageAddress
}

function TwoFactor({ data, address }: TwoFactorProps) {
  const { texts, href } = useApp()
  const labels = texts.twoFactor
  const codes = useSignal<readonly string[] | undefined>(undefined)
  const show = (made: { readonly recovery_codes: readonly string[] }) => (codes.value = made.recovery_codes)
  const leave = () => {
    codes.value = undefined
    // Return to the page that required two-factor authentication.
    const returnTo = address.query.get('return_to')
    if (returnTo !== null) location.assign(href(returnPath(returnTo)))
  }
  return (
    <Frame heading={labels.title}>
      {data.is_required && !data.is_set_up && <Alert message={labels.isRequired} />}
      {codes.value && <RecoveryCodes codes={codes.value} onDone={leave} />}
      {!codes.value && data.is_set_up && <Settled data={data} onCodes={show} />}
      {!codes.value && !data.is_set_up && <SettingUp onCodes={show} />}
    </Frame>
  )
}

interface PartProps {
  readonly onCodes: (made: { readonly recovery_codes: readonly string[] }) => void
}

const loadQrCode = async () => ({ texts: {}, ...(await import('./qr-code.js')) })

function SettingUp({ onCodes }: PartProps) {
  const { texts, operations } = useApp()
  const labels = texts.twoFactor
  const begun = useSignal<SecondFactorBeginAnswer | undefined>(undefined)
  if (!begun.value)
    return (
      <>
        <p>{labels.about}</p>
        <ProofForm
          name={labels.begin}
          asks="password"
          send={async ({ otp: _, ...proof }) => (begun.value = await operations.secondFactor.begin(proof))}
          done={labels.begun}
        />
      </>
    )
  return <Enrolment begun={begun.value} button={labels.confirm} done={labels.turnedOn} onCodes={onCodes} />
}

interface EnrolmentProps extends PartProps {
  readonly begun: SecondFactorBeginAnswer
  readonly button: string
  readonly done: string
}

/** Shows the secret until the authenticator app proves that it has it. */
function Enrolment({ begun: { secret, otpauth_url }, button, done, onCodes }: EnrolmentProps) {
  const { texts, operations } = useApp()
  const labels = texts.twoFactor
  const more = useOnDemand(loadQrCode, true)
  return (
    <>
      <p>{labels.scan}</p>
      {more && <more.QrCode text={otpauth_url} label={labels.qrCode} />}
      <dl class="secret">
        <dt>{labels.secret}</dt>
        <dd>
          <code translate={false}>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        </dd>
      </dl>
      <ProofForm
        name={button}
        asks="otp"
        hasFocus
        send={async ({ otp }) => onCodes(await operations.secondFactor.confirm({ otp }))}
        done={done}
      />
    </>
  )
}

/** Replaces the authenticator, which stays valid until the new one is confirmed. */
function Moving({ onCodes }: PartProps) {
  const { texts, operations } = useApp()
  const labels = texts.twoFactor
  const begun = useSignal<SecondFactorBeginAnswer | undefined>(undefined)
  if (!begun.value)
    return (
      <ProofForm
        name={labels.move}
        heading={labels.moveHeading}
        hint={labels.moveHint}
        asks="both"
        send={async (proof) => (begun.value = await operations.secondFactor.begin(proof))}
        done={labels.begun}
      />
    )
  return (
    <section class="parts" aria-label={labels.moveHeading}>
      <h2>{labels.moveHeading}</h2>
      <p>{labels.oldInForce}</p>
      <Enrolment begun={begun.value} button={labels.confirmMove} done={labels.moved} onCodes={onCodes} />
    </section>
  )
}

function Settled({ data, onCodes }: PartProps & Pick<TwoFactorProps, 'data'>) {
  const { texts, operations } = useApp()
  const labels = texts.twoFactor
  return (
    <>
      <p>
        {labels.since} {data.set_up_time && <Time at={data.set_up_time} />}. {labels.left(data.recovery_codes_left)}
      </p>
      <ProofForm
        name={labels.renew}
        heading={labels.codes}
        hint={labels.renewHint}
        asks="both"
        send={async (proof) => onCodes(await operations.secondFactor.renewRecoveryCodes(proof))}
        done={labels.renewed}
      />
      <Moving onCodes={onCodes} />
      <ProofForm
        name={labels.remove}
        heading={labels.removeHeading}
        hint={labels.removeHint}
        asks="both"
        isDangerous
        send={(proof) => operations.secondFactor.remove(proof)}
        done={labels.removed}
      />
    </>
  )
}
