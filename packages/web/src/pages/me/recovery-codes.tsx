// Recovery codes, which are shown once.
import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../../state/app.js'
import { canCopy, copyText } from '../../state/copy.js'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const app = useApp()
  const labels = app.texts.twoFactor
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section class="parts" aria-label={labels.codes}>
      <h2 ref={heading} tabIndex={-1}>
        {labels.codes}
      </h2>
      <p>{labels.codesAbout}</p>
      <ul class="recovery-codes" aria-label={labels.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code translate={false}>{code}</code>
          </li>
        ))}
      </ul>
      <div class="form-buttons">
        {canCopy() && (
          <button type="button" class="primary" onClick={() => void copyText(app, codes.join('\n'), labels.copied)}>
            {labels.copy}
          </button>
        )}
        <button type="button" onClick={() => print()}>
          {labels.print}
        </button>
        <button type="button" onClick={onDone}>
          {labels.done}
        </button>
      </div>
    </section>
  )
}
