// About which events the user gets email, by their role on the bug.
import type { PreferencesGetAnswer } from '@trackerkit/client/types'
import { useApp } from '../../state/app.js'
import type { Texts } from '../../texts/index.js'

export type Mail = PreferencesGetAnswer['email']
export type Role = keyof Mail
export type Event = keyof Texts['me']['events']

/** Undefined: there is no such choice. */
function switchOf(mail: Mail, role: Role, event: Event): boolean | undefined {
  return (mail[role] as Partial<Record<Event, boolean>>)[event]
}

export interface MailTableProps {
  readonly mail: Mail
  readonly set: (role: Role, event: Event, isOn: boolean) => void
}

export function MailTable({ mail, set }: MailTableProps) {
  const { texts } = useApp()
  const labels = texts.me
  const roles = Object.keys(labels.roles) as Role[]
  const events = Object.keys(labels.events) as Event[]
  return (
    <table class="workflow" aria-label={texts.ways.details}>
      <thead>
        <tr>
          <th scope="col">{labels.event}</th>
          {roles.map((role) => (
            <th key={role} scope="col">
              {labels.roles[role]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event}>
            <th scope="row">{labels.events[event]}</th>
            {roles.map((role) => {
              const isOn = switchOf(mail, role, event)
              return (
                <td key={role}>
                  {isOn !== undefined && (
                    <input
                      type="checkbox"
                      aria-label={labels.eventOf(labels.roles[role], labels.events[event])}
                      checked={isOn}
                      onChange={({ currentTarget }) => set(role, event, currentTarget.checked)}
                    />
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
