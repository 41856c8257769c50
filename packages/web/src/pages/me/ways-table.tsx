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
    <table class="workflow" aria-label={labels.title}>
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
            {columns.map(([way, column]) => (
              <td key={way}>
                {(reason !== 'followed' || way !== 'mail') && (
                  <input
                    type="radio"
                    name={reason}
                    aria-label={labels.wayOf(name, column)}
                    checked={ways.value[reason] === way}
                    onChange={() => (ways.value = { ...ways.value, [reason]: way })}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
