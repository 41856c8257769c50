// Two-factor authentication of the user's account.
import { useSignal } from '@preact/signals'
import type { SecondFactorBeginAnswer, SecondFactorGetAnswer } from '@trackerkit/client/types'
import { Alert } from '../../parts/alert.js'
import { useOnDemand } from '../../parts/on-demand.js'
import { Time } from '../../parts/time.js'
import { useApp } from '../../state/app.js'
import { returnPath } from '../../state/return-path.js'
import { loginsTexts } from '../../texts/english/logins.js'
import { meTexts } from '../../texts/english/me.js'
import { twoFactorTexts } from '../../texts/english/two-factor.js'
import { definePage } from '../../page/define.js'
import type { PageAddress } from '../../page/page.js'
import { AddPasskey } from './add-passkey.js'
import { Frame, requireWho } from './frame.js'
import { ProofForm, type Proof } from './proof-form.js'
import { RecoveryCodes } from './recovery-codes.js'

interface TwoFactorData extends SecondFactorGetAnswer {
  /** These pages can have passkeys. */
  readonly hasPasskeys: boolean
}

export const twoFactor = definePage<TwoFactorData>({
  texts: { me: meTexts, twoFactor: twoFactorTexts, logins: loginsTexts },
  load: async (operations, address) => {
    requireWho(address)
    const [factor, { passkeys: hasPasskeys }] = await Promise.all([
      operations.secondFactor.get(),
      operations.accounts.get({ origin: address.origin }),
    ])
    return { ...factor, hasPasskeys }
  },
  title: (_, texts) => texts.twoFactor.title,
  View: TwoFactor,
})

interface TwoFactorProps {
  readonly data: TwoFactorData
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
      {!codes.value && !data.is_set_up && data.hasPasskeys && (
        <>
          <p>{labels.orPasskey}</p>
          <AddPasskey secondFactor="always" onCodes={(recovery_codes) => show({ recovery_codes })} />
        </>
      )}
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
function Moving({ onCodes, hasApp }: PartProps & { readonly hasApp: boolean }) {
  const { texts, operations } = useApp()
  const labels = texts.twoFactor
  const begun = useSignal<SecondFactorBeginAnswer | undefined>(undefined)
  if (!begun.value)
    return (
      <ProofForm
        name={hasApp ? labels.move : labels.begin}
        heading={hasApp ? labels.moveHeading : labels.addHeading}
        hint={hasApp ? labels.moveHint : labels.addHint}
        asks={hasApp ? 'both' : 'password'}
        send={async (proof) => (begun.value = await operations.secondFactor.begin(proven(proof)))}
        done={labels.begun}
      />
    )
  return (
    <section class="parts" aria-label={hasApp ? labels.moveHeading : labels.addHeading}>
      <h2>{hasApp ? labels.moveHeading : labels.addHeading}</h2>
      {hasApp && <p>{labels.oldInForce}</p>}
      <Enrolment begun={begun.value} button={labels.confirmMove} done={labels.moved} onCodes={onCodes} />
    </section>
  )
}

function Settled({ data, onCodes }: PartProps & Pick<TwoFactorProps, 'data'>) {
  const { texts, operations } = useApp()
  const labels = texts.twoFactor
  const asks = data.has_authenticator ? 'both' : 'password'
  return (
    <>
      <p>
        {labels.since} {data.set_up_time && <Time at={data.set_up_time} />}. {labels.left(data.recovery_codes_left)}
      </p>
      <ProofForm
        name={labels.renew}
        heading={labels.codes}
        hint={labels.renewHint}
        asks={asks}
        send={async (proof) => onCodes(await operations.secondFactor.renewRecoveryCodes(proven(proof)))}
        done={labels.renewed}
      />
      <Moving onCodes={onCodes} hasApp={data.has_authenticator} />
      <ProofForm
        name={labels.remove}
        heading={labels.removeHeading}
        hint={labels.removeHint}
        asks={asks}
        isDangerous
        send={(proof) => operations.secondFactor.remove(proven(proof))}
        done={labels.removed}
      />
    </>
  )
}

/** If there are only passkeys, a confirmed session replaces the code. */
function proven({ otp, ...proof }: Proof): Partial<Proof> {
  return otp === '' ? proof : { ...proof, otp }
}
