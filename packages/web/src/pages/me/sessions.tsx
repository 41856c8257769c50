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
  const said = texts.me
  const { run, isBusy, refusal } = useWrite()
  const isOff = !isLive.value || isBusy
  const action = (
    <button
      type="button"
      disabled={isOff}
      onClick={() => void run(() => operations.sessions.deleteOthers(), said.loggedOutElsewhere)}
    >
      {said.logOutElsewhere}
    </button>
  )
  const end = (id: number) => void run(() => operations.sessions.end({ id }), said.sessionEnded)
  return (
    <Frame heading={said.sessions} action={action}>
      <p class="quiet-text">{said.sessionsAbout}</p>
      {refusal !== undefined && <Alert message={refusal} />}
      <table class="things" aria-label={said.sessions}>
        <TableHeader of={[said.begunFrom, said.created, said.lastUsed]} hasButtons />
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
  const said = useApp().texts.me
  const from = visible(session.begun_from ?? said.unknownAddress)
  return (
    <tr>
      <th scope="row">
        <bdi>{from}</bdi>
        {session.is_current && <p class="hint">{said.thisSession}</p>}
      </th>
      <td data-label={said.created}>
        <Time at={session.creation_time} />
      </td>
      <td data-label={said.lastUsed}>
        <Time at={session.last_used} />
      </td>
      <td>
        {!session.is_current && (
          <button type="button" aria-label={said.endSession(from)} disabled={isOff} onClick={onEnd}>
            {said.logOut}
          </button>
        )}
      </td>
    </tr>
  )
}
