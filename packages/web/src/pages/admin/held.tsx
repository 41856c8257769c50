// Reports by email and from programs that are held until someone accepts or refuses them.
import type { InboundItem } from '@trackerkit/client'
import { Alert } from '../../parts/alert.js'
import { Link } from '../../parts/link.js'
import { Time } from '../../parts/time.js'
import { visible, visibleLines } from '../../parts/visible.js'
import { labelOfField } from '../../page/field-label.js'
import { definePage } from '../../page/define.js'
import { offsetIn, pageSize } from '../../page/offset.js'
import { pathFrom } from '../../page/part.js'
import { Missing, Moved } from '../../page/page.js'
import { useApp } from '../../state/app.js'
import { say } from '../../state/notice.js'
import { useWrite } from '../../state/write.js'
import { adminTexts } from '../../texts/english/admin.js'

interface HeldData {
  readonly reports: readonly InboundItem[]
  readonly offset: number
  readonly hasMore: boolean
}

/** Oldest first: reports are refused after 30 days. */
export const held = definePage<HeldData>({
  texts: { admin: adminTexts },
  load: async (operations, { who, query }) => {
    if (!who || !(who.isInsider || who.rights.includes('admin'))) throw new Missing('page')
    const offset = offsetIn(query)
    const order = { oldest_first: true, limit: pageSize, offset }
    const { items, limit } = await operations.inbound.list({ outcome: ['held'], preview: true, ...order })
    // The last report of the last page was decided about.
    if (items.length === 0 && offset > 0) throw new Moved('/held')
    return { reports: items, offset, hasMore: limit !== undefined }
  },
  title: (_, texts) => texts.admin.held.title,
  View: ({ data: { reports, offset, hasMore }, address: { path, query } }) => {
    const { held: labels, older, newer } = useApp().texts.admin
    const from = (at: number) => pathFrom(path, query, at)
    return (
      <div class="list-page">
        <h1>{labels.title}</h1>
        {reports.length === 0 ? (
          <p class="nothing">{labels.none}</p>
        ) : (
          <ul class="cards" aria-label={labels.title}>
            {reports.map((report) => (
              <li key={report.id} class="card">
                <Report report={report} />
              </li>
            ))}
          </ul>
        )}
        <p class="ways">
          {offset > 0 && <Link to={from(Math.max(0, offset - pageSize))}>{older}</Link>}
          {hasMore && <Link to={from(offset + pageSize)}>{newer}</Link>}
        </p>
      </div>
    )
  },
})

/** Anyone can type an address into a report; that of email is verified. */
function titleOf({ way, subject, sender }: InboundItem, labels: typeof adminTexts.held): string {
  const isUnverified = way === 'report' && sender !== ''
  return labels.report(visible(subject), isUnverified ? labels.unverified(visible(sender)) : visible(sender))
}

/** Its text and files, the fields that it sets, and where it comes from. */
function Contents({ report: { text = '', files = [], details = [] } }: { readonly report: InboundItem }) {
  const { texts } = useApp()
  const { page, client, files: ofFiles } = texts.admin.held
  const labels: Readonly<Record<string, string>> = { page, client }
  const labelOf = (name: string) => labels[name] ?? labelOfField(texts, { name_in_bugs: name, display_name: name })
  const lines = details.map(({ name, value }) => [labelOf(name), value] as const)
  const all = files.length > 0 ? [[ofFiles, files.join(', ')] as const, ...lines] : lines
  return (
    <>
      {text !== '' && (
        <pre class="file" tabIndex={0} dir="auto">
          {visibleLines(text)}
        </pre>
      )}
      {all.map(([label, value]) => (
        <p key={label}>
          {label}: <bdi>{visible(value)}</bdi>
        </p>
      ))}
    </>
  )
}

function Report({ report }: { readonly report: InboundItem }) {
  const app = useApp()
  const { operations, isLive } = app
  const labels = app.texts.admin.held
  const { run, isBusy, refusal } = useWrite()
  const { id, way, sender, product, component, time } = report
  const title = titleOf(report, labels)
  const isDisabled = !isLive.value || isBusy
  // The header has the number.
  const showNext = async () => {
    app.countHeld((await operations.users.whoami({ include_fields: ['held_reports'] })).held_reports ?? 0)
    await app.reload()
  }
  const accept = () => {
    let done = ''
    const change = async () => {
      const [item] = (await operations.inbound.accept({ ids: [id] })).items
      const bug = item?.bugs[0]
      if (bug !== undefined) done = labels.accepted(bug)
      else done = item?.outcome === 'held' ? labels.notAccepted(item.reason) : labels.decided
    }
    // The outcome is known after the change.
    return run(change, '', () => {
      say(app, done)
      return showNext()
    })
  }
  const refuse = (all_of_sender: boolean) =>
    run(() => operations.inbound.refuse({ ids: [id], all_of_sender }), labels.refused, showNext)
  return (
    <article aria-label={title}>
      <h2>
        <bdi>{title}</bdi>
      </h2>
      <p class="quiet-text">
        {product} / {component} · <Time at={time} />
      </p>
      {refusal !== undefined && <Alert message={refusal} />}
      <Contents report={report} />
      <div class="form-buttons">
        <button type="button" class="primary" disabled={isDisabled} onClick={() => void accept()}>
          {labels.accept}
        </button>
        <button type="button" disabled={isDisabled} onClick={() => void refuse(false)}>
          {labels.refuse}
        </button>
        <button type="button" disabled={isDisabled} onClick={() => void refuse(true)}>
          {labels.refuseAll(way === 'report' ? '' : visible(sender))}
        </button>
      </div>
    </article>
  )
}
