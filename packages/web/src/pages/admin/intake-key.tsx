// The key of an intake, which pages that send reports contain. It is no secret.
import { Alert } from '../../parts/alert.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'
import { Shown } from './secret-dialog.js'

interface IntakeKeyProps {
  readonly id: number
  /** Empty for none. */
  readonly value: string
}

export function IntakeKey({ id, value }: IntakeKeyProps) {
  const { texts, operations, isLive } = useApp()
  const { intakeKey: labels } = texts.admin
  const { run, isBusy, refusal } = useWrite()
  const rotate = () => run(() => operations.intakes.rotateKey({ id }), labels.replaced)
  return (
    <>
      {refusal !== undefined && <Alert message={refusal} />}
      {value !== '' && <Shown label={labels.key} value={value} />}
      {value !== '' && <p class="hint">{labels.about}</p>}
      <button type="button" disabled={!isLive.value || isBusy} onClick={() => void rotate()}>
        {value === '' ? labels.create : labels.replace}
      </button>
    </>
  )
}
