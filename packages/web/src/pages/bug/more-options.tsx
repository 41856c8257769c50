// Options that few comments need, sent with them. Kept out of the main script.
import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { BugData } from '../../fields/bug-data.js'
import { useApp } from '../../state/app.js'

interface MoreOptionsProps {
  readonly can: BugData['can']
  readonly hours: Signal<string>
  readonly isMinor: Signal<boolean>
  /** The API sends email about each new file. */
  readonly hasFiles: boolean
  /** The option stays while the comment is sent. */
  readonly isBusy: boolean
}

export function MoreOptions({ can, hours, isMinor, hasFiles, isBusy }: MoreOptionsProps) {
  const { texts } = useApp()
  return (
    <>
      {can.skip_mail && (
        <label class="check">
          <input
            type="checkbox"
            disabled={hasFiles || isBusy}
            checked={isMinor.value && !hasFiles}
            onChange={({ currentTarget }) => (isMinor.value = currentTarget.checked)}
          />
          {texts.bug.form.skipMail}
        </label>
      )}
      {can.track_time && <Hours hours={hours} />}
    </>
  )
}

function Hours({ hours }: Pick<MoreOptionsProps, 'hours'>) {
  const { texts } = useApp()
  const id = useId()
  return (
    <span class="inline-field">
      <label for={id}>{texts.bug.form.hours}</label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        class="short"
        value={hours.value}
        onInput={({ currentTarget }) => (hours.value = currentTarget.value)}
      />
    </span>
  )
}
