// Outgoing email: queued messages, and failed ones, which can be sent again.
import type { OutgoingMessage } from '@trackerkit/client'
import { TableHeader } from '../../parts/table-header.js'
import { Link } from '../../parts/link.js'
import { NoRows } from '../../parts/no-rows.js'
import { Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { pathOf } from '../../page/page.js'
import { Find } from './find.js'
import { Frame } from './frame.js'
import { requireRight } from './sections.js'
import { useWrite } from '../../state/write.js'
import { Alert } from '../../parts/alert.js'
import { adminTexts } from '../../texts/english/admin.js'

interface MailData {
  readonly messages: readonly OutgoingMessage[]
  readonly waiting: number
  readonly find: string
}

const mostMessages = 200

export const mail = definePage<MailData>({
  texts: { admin: adminTexts },
  load: async (operations, address) => {
    requireRight(address, 'admin')
    const find = (address.query.get('find') ?? '').trim()
    const { messages, changes_waiting } = await operations.mail.list({ limit: mostMessages })
    const isFound = ({ to, last_error, state }: OutgoingMessage) =>
      [to, last_error, state].some((text) => text?.toLowerCase().includes(find.toLowerCase()))
    return { messages: find === '' ? messages : messages.filter(isFound), waiting: changes_waiting, find }
  },
  title: (_, texts) => texts.admin.pages.mail.name,
  View: ({ data: { messages, waiting, find } }) => {
    const { admin } = useApp().texts
    return (
      <Frame heading={admin.pages.mail.name}>
        <Find path="/admin/mail" find={find} />
        {waiting > 0 && <p>{admin.mail.changesWaiting(waiting)}</p>}
        <Messages messages={messages} none={find === '' ? admin.mail.none : admin.noneFound} />
      </Frame>
    )
  },
})

interface MessagesProps {
  readonly messages: readonly OutgoingMessage[]
  /** The text of an empty table. */
  readonly none: string
}

function Messages({ messages, none }: MessagesProps) {
  const { operations, texts, isLive } = useApp()
  const { admin } = texts
  const labels = admin.mail
  const { run, isBusy, refusal } = useWrite()
  return (
    <>
      {refusal !== undefined && <Alert message={refusal} />}
      <table class="things" aria-label={admin.pages.mail.name}>
        <TableHeader
          of={[labels.id, labels.to, labels.about, labels.state, labels.attempts, labels.error, labels.created]}
          hasButtons
        />
        <tbody>
          {messages.length === 0 && <NoRows columns={8} text={none} />}
          {messages.map((message) => (
            <tr key={message.id}>
              <th scope="row">{message.id}</th>
              <td data-label={labels.to}>
                <bdi>{visible(message.to ?? '')}</bdi>
              </td>
              <td data-label={labels.about}>
                {message.bug_id !== null && (
                  <Link to={pathOf('bug', message.bug_id)}>{texts.bug.heading(message.bug_id)}</Link>
                )}
              </td>
              <td data-label={labels.state}>{labels.states[message.state]}</td>
              <td data-label={labels.attempts}>{message.attempts}</td>
              <td data-label={labels.error}>{visible(message.last_error ?? '')}</td>
              <td data-label={labels.created}>
                <Time at={message.creation_time} />
              </td>
              <td>
                {message.state !== 'sent' && (
                  <button
                    type="button"
                    disabled={!isLive.value || isBusy}
                    onClick={() =>
                      void run(() => operations.mail.resend({ ids: [message.id] }), labels.resent(message.id))
                    }
                  >
                    {labels.again(message.id)}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
