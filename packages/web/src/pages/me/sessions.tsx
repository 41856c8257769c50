// Where one is logged in.
import type { SessionsGetAnswer } from '@trackerkit/client/types'
import { Alert } from '../../parts/alert.js'
import { TableHeader } from '../../parts/table-header.js'
import { Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'
import { definePage } from '../../page/define.js'
import { Frame, requireWho } from './frame.js'
import { actingTexts } from '../../texts/english/acting.js'
import { meTexts } from '../../texts/english/me.js'

type Session = SessionsGetAnswer['sessions'][number]

interface SessionsData {
  readonly all: readonly Session[]
  /** Titles of providers by their names. */
  readonly titles: Readonly<Record<string, string>>
}

export const sessions = definePage<SessionsData>({
  texts: { me: meTexts, acting: actingTexts },
  load: async (operations, address) => {
    requireWho(address)
    const [{ sessions: all }, { providers }] = await Promise.all([operations.sessions.get(), operations.accounts.get()])
    return { all, titles: Object.fromEntries(providers.map(({ name, title }) => [name, title])) }
  },
  title: (_, texts) => texts.me.sessions,
  View: Sessions,
})

function Sessions({ data: { all, titles } }: { readonly data: SessionsData }) {
  const { texts, operations, isLive } = useApp()
  const labels = texts.me
  const { run, isBusy, refusal } = useWrite()
  const isOff = !isLive.value || isBusy
  const action = (
    <button
      type="button"
      disabled={isOff}
      onClick={() => void run(() => operations.sessions.deleteOthers(), labels.loggedOutElsewhere)}
    >
      {labels.logOutElsewhere}
    </button>
  )
  const end = (id: number) => void run(() => operations.sessions.end({ id }), labels.sessionEnded)
  const names: Readonly<Record<string, string>> = {
    password: labels.byPassword,
    passkey: labels.byPasskey,
    ...titles,
  }
  return (
    <Frame heading={labels.sessions} action={action}>
      <p class="quiet-text">{labels.sessionsAbout}</p>
      {refusal !== undefined && <Alert message={refusal} />}
      <table class="things" aria-label={labels.sessions}>
        <TableHeader of={[labels.begunFrom, labels.loginBy, labels.created, labels.lastUsed]} hasButtons />
        <tbody>
          {all.map((session) => (
            <Row
              key={session.id}
              session={session}
              by={session.acting_for === null ? (names[session.login_by] ?? session.login_by) : ''}
              isOff={isOff}
              onEnd={() => end(session.id)}
            />
          ))}
        </tbody>
      </table>
    </Frame>
  )
}

interface RowProps {
  readonly session: Session
  /** The way to log in that began it. */
  readonly by: string
  readonly isOff: boolean
  readonly onEnd: () => void
}

function Row({ session, by, isOff, onEnd }: RowProps) {
  const { texts } = useApp()
  const labels = texts.me
  const from = visible(session.begun_from ?? labels.unknownAddress)
  return (
    <tr>
      <th scope="row">
        <bdi>{from}</bdi>
        {session.is_current && <p class="hint">{labels.thisSession}</p>}
        {session.acting_for !== null && <p class="hint">{visible(texts.acting.viewingAs(session.acting_for))}</p>}
      </th>
      <td data-label={labels.loginBy}>{by}</td>
      <td data-label={labels.created}>
        <Time at={session.creation_time} />
      </td>
      <td data-label={labels.lastUsed}>
        <Time at={session.last_used} />
      </td>
      <td>
        {!session.is_current && (
          <button type="button" aria-label={labels.endSession(from)} disabled={isOff} onClick={onEnd}>
            {labels.logOut}
          </button>
        )}
      </td>
    </tr>
  )
}
