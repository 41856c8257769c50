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
import { meTexts } from '../../texts/english/me.js'

type Session = SessionsGetAnswer['sessions'][number]

export const sessions = definePage<readonly Session[]>({
  texts: { me: meTexts },
  load: async (operations, address) => {
    requireWho(address)
    return (await operations.sessions.get()).sessions
  },
  title: (_, texts) => texts.me.sessions,
  View: Sessions,
})

function Sessions({ data: all }: { readonly data: readonly Session[] }) {
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
  return (
    <Frame heading={labels.sessions} action={action}>
      <p class="quiet-text">{labels.sessionsAbout}</p>
      {refusal !== undefined && <Alert message={refusal} />}
      <table class="things" aria-label={labels.sessions}>
        <TableHeader of={[labels.begunFrom, labels.loginBy, labels.created, labels.lastUsed]} hasButtons />
        <tbody>
          {all.map((session) => (
            <Row key={session.id} session={session} isOff={isOff} onEnd={() => end(session.id)} />
          ))}
        </tbody>
      </table>
    </Frame>
  )
}

interface RowProps {
  readonly session: Session
  readonly isOff: boolean
  readonly onEnd: () => void
}

function Row({ session, isOff, onEnd }: RowProps) {
  const labels = useApp().texts.me
  const from = visible(session.begun_from ?? labels.unknownAddress)
  return (
    <tr>
      <th scope="row">
        <bdi>{from}</bdi>
        {session.is_current && <p class="hint">{labels.thisSession}</p>}
      </th>
      <td data-label={labels.loginBy}>{session.login_by === 'password' ? labels.byPassword : session.login_by}</td>
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
