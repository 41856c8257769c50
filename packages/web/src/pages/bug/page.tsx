// The bug page: fields, comments and activity.
import { useSignal, type Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { EraseButton } from '../../parts/erase-button.js'
import { focusRendered } from '../../parts/focus-rendered.js'
import { Icon } from '../../parts/icon.js'
import { Later } from '../../parts/later.js'
import { Link } from '../../parts/link.js'
import { Person } from '../../parts/name.js'
import { useOnDemand } from '../../parts/on-demand.js'
import { Status } from '../../parts/status.js'
import { Time } from '../../parts/time.js'
import { Toolbar } from '../../parts/toolbar.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { pathOf, type PageAddress } from '../../page/page.js'
import { BugList } from './bug-list.js'
import { CopyBranchName } from './code.js'
import { Comments } from './comments.js'
import { EditorProvider, useEditor, useNewEditor } from '../../fields/editor.js'
import { Fields } from './fields.js'
import { Follow } from './follow.js'
import type { BugData } from '../../fields/bug-data.js'
import { loadBug } from './load.js'
import { ReplyProvider, useNewReply } from './reply.js'

export const bug = definePage<BugData>({
  load: loadBug,
  title: ({ bug: { id, summary } }, texts) => texts.bug.title(id, visible(summary)),
  hasMarkdown: ({ formatted }) => formatted !== undefined,
  View: ({ data, address }) => <BugPage key={data.bug.id} data={data} address={address} />,
})

interface BugPageProps {
  readonly data: BugData
  readonly address: PageAddress
}

function BugPage({ data, address }: BugPageProps) {
  const isEditing = useSignal(false)
  return (
    <EditorProvider value={useNewEditor(data)}>
      <ReplyProvider value={useNewReply(data)}>
        <div class="bug-page">
          <Later>
            <BugHead data={data} />
          </Later>
          <div class="bug-main">
            <Comments data={data} address={address} />
          </div>
          <Later>
            <Fields data={data} onEditSeveral={() => (isEditing.value = true)} />
          </Later>
        </div>
        <EditSeveral data={data} isOpen={isEditing} />
        <Conflict data={data} />
      </ReplyProvider>
    </EditorProvider>
  )
}

const loadBulk = () => import('../list/on-demand.js')

/** Changes several fields at once, with one email. */
function EditSeveral({ data, isOpen }: { readonly data: BugData; readonly isOpen: Signal<boolean> }) {
  const close = () => {
    isOpen.value = false
  }
  const more = useOnDemand(loadBulk, isOpen.value, close)
  return more && isOpen.value ? <more.EditOne bug={data.bug} fields={data.can.fields} onClose={close} /> : null
}

const loadMore = () => import('./on-demand.js')

/** Asks which values are to hold. Where that cannot be loaded nothing is saved. */
function Conflict({ data: { bug, metadata } }: { readonly data: BugData }) {
  const { question } = useEditor()
  const current = question.value
  const more = useOnDemand(loadMore, current !== undefined, () => question.value?.answer(undefined))
  return more && current ? <more.ConflictDialog key={bug.update_token} metadata={metadata} question={current} /> : null
}

function BugHead({ data }: { readonly data: BugData }) {
  const { texts, who } = useApp()
  const { bug: shown } = data
  const mayDelete = who?.rights.includes('admin') && data.metadata.parameters['allowbugdeletion'] === '1'
  const { product, component } = shown
  const list = (criteria: Readonly<Record<string, string>>) =>
    `/bugs?${new URLSearchParams({ ...criteria, status: '__open__' })}`
  return (
    <header class="bug-head">
      <div class="bug-ways">
        <p class="place">
          <Link to={list({ product })}>{visible(product)}</Link>
          <span aria-hidden="true"> / </span>
          <Link to={list({ product, component })}>{visible(component)}</Link>
        </p>
        <BugList id={shown.id} />
        <Follow data={data} />
      </div>
      <Summary data={data} />
      <p class="bug-facts">
        <Status status={shown.status} resolution={shown.resolution} isOpen={shown.is_open} />
        <span>
          {texts.bug.filed} <Person person={shown.creator_detail} /> <Time at={shown.creation_time} />
        </span>
        <span>
          {texts.bug.changed} <Time at={shown.last_change_time} />
        </span>
        <Toolbar class="bug-actions" label={texts.bug.actions}>
          <Link to={pathOf('bug', shown.id, 'history')}>{texts.bug.history}</Link>
          {shown.depends_on.length + shown.blocks.length > 0 && (
            <Link to={pathOf('bug', shown.id, 'graph')}>{texts.bug.dependencies}</Link>
          )}
          <CopyBranchName bug={shown} />
          {mayDelete && (
            <EraseButton
              what={{ kind: 'bug', id: shown.id, name: String(shown.id), leadsTo: '/bugs?status=__open__' }}
              label={texts.bug.delete}
            />
          )}
        </Toolbar>
      </p>
    </header>
  )
}

function Summary({ data }: { readonly data: BugData }) {
  const { texts, isLive } = useApp()
  const { save, refused } = useEditor()
  const { id, summary } = data.bug
  const typed = useSignal<string | undefined>(undefined)
  const [begun, latest, isSaving] = [useRef(data.bug), useRef(data.bug), useRef(false)]
  latest.current = data.bug
  const [input, button] = [useRef<HTMLInputElement>(null), useRef<HTMLButtonElement>(null)]
  const isOpen = typed.value !== undefined
  useLayoutEffect(() => input.current?.focus(), [isOpen])
  const mayEdit = data.can.fields.includes('summary')
  const close = () => {
    typed.value = undefined
    if (document.activeElement === input.current) focusRendered(() => button.current)
  }
  const leave = async (): Promise<void> => {
    const text = typed.value?.trim()
    if (isSaving.current) return
    if (text === undefined || text === begun.current.summary) return close()
    isSaving.current = true
    const { isSaved } = await save({ summary: text }, texts.bug.changedTo(texts.fields.summary, text), begun.current)
    isSaving.current = false
    if (!isSaved) return
    begun.current = latest.current
    // Text typed since then stays, and is saved if the field has lost focus.
    if (typed.value?.trim() === text) close()
    else if (document.activeElement !== input.current) await leave()
  }
  return (
    <div class="summary-line">
      {data.bug.groups.length > 0 && (
        <span class="restricted">
          <Icon name="lock" size={18} label={texts.restricted} />
        </span>
      )}
      <h1>
        <span class="number">{texts.bug.heading(id)}</span> <bdi>{visible(summary)}</bdi>
      </h1>
      {mayEdit && !isOpen && (
        <button
          ref={button}
          type="button"
          class="quiet icon-button"
          aria-label={texts.bug.editSummary}
          aria-keyshortcuts="e"
          disabled={!isLive.value}
          onClick={() => {
            begun.current = data.bug
            typed.value = summary
          }}
        >
          <Icon name="edit" />
        </button>
      )}
      {isOpen && <SummaryField input={input} typed={typed} message={refused.value.get('summary')} onLeave={leave} />}
    </div>
  )
}

interface SummaryFieldProps {
  readonly input: RefObject<HTMLInputElement | null>
  readonly typed: Signal<string | undefined>
  readonly message: string | undefined
  readonly onLeave: () => Promise<unknown>
}

function SummaryField({ input, typed, message, onLeave }: SummaryFieldProps) {
  const { texts } = useApp()
  return (
    <span class="summary-edit">
      <input
        ref={input}
        type="text"
        aria-label={texts.fields.summary}
        aria-invalid={message !== undefined || undefined}
        aria-describedby={message === undefined ? undefined : 'summary-refused'}
        maxLength={255}
        value={typed.value}
        onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        onBlur={() => void onLeave()}
        onKeyDown={({ key, isComposing }) => {
          if (isComposing || (key !== 'Enter' && key !== 'Escape')) return
          if (key === 'Escape') typed.value = undefined
          void onLeave()
        }}
      />
      {message !== undefined && (
        <span id="summary-refused" class="refused">
          {visible(message)}
        </span>
      )}
    </span>
  )
}
