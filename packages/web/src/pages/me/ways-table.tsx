// How far each reason of the inbox reaches the user.
import type { Signal } from '@preact/signals'
import type { PreferencesGetAnswer } from '@trackerkit/client/types'
import { useApp } from '../../state/app.js'

export type Ways = PreferencesGetAnswer['notifications']
type Reason = keyof Ways

export function WaysTable({ ways }: { readonly ways: Signal<Ways> }) {
  const labels = useApp().texts.ways
  const reasons = Object.entries(labels.reasons) as [Reason, string][]
  const columns = Object.entries(labels.ways) as [Ways['role'], string][]
  return (
    <table class="workflow reasons" aria-label={labels.title}>
      <thead>
        <tr>
          <th scope="col">{labels.reason}</th>
          {columns.map(([way, name]) => (
            <th key={way} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {reasons.map(([reason, name]) => (
          <tr key={reason}>
            <th scope="row">{name}</th>
            <td colSpan={columns.length}>
              <div role="radiogroup" aria-label={name} class="way-choices">
                {columns.map(([way, column]) => (
                  <span key={way}>
                    <input
                      type="radio"
                      name={reason}
                      aria-label={column}
                      checked={ways.value[reason] === way}
                      // Chosen for each product or component that is followed.
                      disabled={reason === 'followed' && way === 'mail'}
                      onChange={() => (ways.value = { ...ways.value, [reason]: way })}
                    />
                  </span>
                ))}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
