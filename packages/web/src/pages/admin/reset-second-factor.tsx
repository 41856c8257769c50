import { Alert } from '../../parts/alert.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'

/** For users who have lost their authenticator. */
export function ResetSecondFactor({ id }: { readonly id: number }) {
  const { texts, operations, isLive } = useApp()
  const labels = texts.admin
  const { run, isBusy, refusal } = useWrite()
  const reset = () => run(() => operations.secondFactor.reset({ ids: [id] }), labels.secondFactorRemoved)
  return (
    <>
      {refusal !== undefined && <Alert message={refusal} />}
      <button type="button" class="danger" disabled={!isLive.value || isBusy} onClick={() => void reset()}>
        {labels.removeSecondFactor}
      </button>
    </>
  )
}
