// The inbox: new comments and changes that concern the user.
import type { InboxGetAnswer } from '@trackerkit/client/types'
import { Link } from '../../parts/link.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { LogInFirst, type PageAddress } from '../../page/page.js'
import { inboxTexts } from '../../texts/english/inbox.js'
import { InboxLine } from './line.js'
import { useInbox } from './use-inbox.js'

const states = ['unread', 'later', 'done', 'all'] as const
type InboxState = (typeof states)[number]

interface InboxData extends InboxGetAnswer {
  readonly state: InboxState
}

function pathOf(state: InboxState, cursor?: string): string {
  const query = new URLSearchParams({
    ...(state !== 'unread' && { show: state }),
    ...(cursor !== undefined && { cursor }),
  })
  return query.size === 0 ? '/inbox' : `/inbox?${query}`
}

export const inbox = definePage<InboxData>({
  texts: { inbox: inboxTexts },
  async load(operations, { query, who }) {
    const state = states.find((name) => name === query.get('show')) ?? 'unread'
    if (!who) throw new LogInFirst()
    const cursor = query.get('cursor') ?? ''
    const answer = await operations.inbox.get({ state, ...(/^\d{1,16}\.\d{1,10}$/.test(cursor) && { cursor }) })
    return { ...answer, state }
  },
  title: (_, texts) => texts.inbox.title,
  View: InboxPage,
})

function InboxPage({ data }: { readonly data: InboxData; readonly address: PageAddress }) {
  const { texts, isLive } = useApp()
  const labels = texts.inbox
  const { state, items, next } = data
  const { list, finishAll, ...actions } = useInbox(data)
  return (
    <div class="list-page inbox">
      <div class="list-head">
        <h1>{labels.title}</h1>
        {state === 'unread' && items.length > 0 && (
          <button type="button" disabled={!isLive.value} onClick={finishAll}>
            {labels.allDone}
          </button>
        )}
      </div>
      <Tabs state={state} />
      <div id="inbox-lines" role="tabpanel" aria-labelledby={`inbox-${state}`}>
        {items.length === 0 ? (
          <h2 class="nothing">{labels.nothing}</h2>
        ) : (
          <ul ref={list} aria-label={labels.title} class="inbox-lines">
            {items.map((item) => (
              <InboxLine key={item.bug.id} item={item} actions={actions} />
            ))}
          </ul>
        )}
      </div>
      {next !== null && <Link to={pathOf(state, next)}>{labels.next}</Link>}
    </div>
  )
}

function Tabs({ state }: { readonly state: InboxState }) {
  const { texts, href } = useApp()
  const labels = texts.inbox
  const move = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    if (event.key === ' ' && document.activeElement instanceof HTMLAnchorElement) {
      document.activeElement.click()
      return event.preventDefault()
    }
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    const tabs = [...event.currentTarget.querySelectorAll('a')]
    const at = tabs.indexOf(document.activeElement as HTMLAnchorElement)
    tabs[(at + step + tabs.length) % tabs.length]?.focus()
    event.preventDefault()
  }
  return (
    <div role="tablist" aria-label={labels.show} class="inbox-tabs" onKeyDown={move}>
      {states.map((name) => (
        <a
          key={name}
          id={`inbox-${name}`}
          role="tab"
          href={href(pathOf(name))}
          aria-selected={name === state}
          aria-controls={name === state ? 'inbox-lines' : undefined}
          tabIndex={name === state ? 0 : -1}
        >
          {labels.states[name]}
        </a>
      ))}
    </div>
  )
}
