// A bug beside its list: what it is about, and the last word on it.
import { useSignal } from '@preact/signals'
import type { BugsViewAnswer } from '@trackerkit/client/types'
import type { ComponentChildren } from 'preact'
import { useEffect, useId } from 'preact/hooks'
import { fieldText, fieldValue } from '../../fields/field-value.js'
import { always } from '../../fields/placed.js'
import { labelOf } from '../../page/field-label.js'
import { pathOf } from '../../page/page.js'
import { nameOf } from '../../page/who.js'
import { Alert } from '../../parts/alert.js'
import { Icon } from '../../parts/icon.js'
import { Link } from '../../parts/link.js'
import { Person } from '../../parts/name.js'
import { Preview } from '../../parts/preview.js'
import { Status } from '../../parts/status.js'
import { Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { ListData } from './load.js'

interface BugPreviewProps {
  readonly id: number
  readonly data: ListData
  readonly onClose: () => void
}

/** Fields that are not shown as plain text. */
const apart: readonly string[] = ['status', 'dupe_of', 'assigned_to']

/** Milliseconds: moving on within them requests nothing. */
const pause = 120

export function BugPreview({ id, data, onClose }: BugPreviewProps) {
  const { texts } = useApp()
  const labels = texts.listTools.preview
  const { view, message } = useView(id)
  const listed = data.bugs.find((bug) => bug.id === id)
  return (
    <section aria-label={labels.title(id)} class="bug-preview" tabIndex={-1}>
      <div class="section-head">
        <h2>
          <bdi>{visible(view?.bug.summary ?? listed?.summary ?? '')}</bdi>
        </h2>
        <button type="button" class="quiet icon-button" aria-label={texts.dialog.close} onClick={onClose}>
          <Icon name="remove" />
        </button>
      </div>
      <Link to={pathOf('bug', id)}>{labels.open(id)}</Link>
      {message !== undefined && <Alert message={message} />}
      {view && <Fields view={view} data={data} />}
      {view && <Words view={view} />}
    </section>
  )
}

/** The last of several requests counts. */
function useView(id: number) {
  const { operations, texts } = useApp()
  const view = useSignal<BugsViewAnswer | undefined>(undefined)
  const message = useSignal<string | undefined>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    message.value = undefined
    const load = async () => {
      try {
        const answer = await operations.bugs.view({ id, comments: 1 }, { signal })
        if (!signal.aborted) view.value = answer
      } catch (error) {
        if (!signal.aborted) message.value = error instanceof Error ? error.message : texts.error.title
      }
    }
    const timer = setTimeout(() => void load(), view.value ? pause : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [id])
  return { view: view.value?.bug.id === id ? view.value : undefined, message: message.value }
}

interface ViewProps {
  readonly view: BugsViewAnswer
}

function Fields({ view: { bug }, data: { fields } }: ViewProps & Pick<BugPreviewProps, 'data'>) {
  const { texts } = useApp()
  const { assigned_to_detail: assignee } = bug
  const row = (name: string, value: ComponentChildren) => (
    <div key={name}>
      <dt>{visible(labelOf({ metadata: { fields } }, texts, name))}</dt>
      <dd>{value}</dd>
    </div>
  )
  const textOf = (name: string) => fieldText(fieldValue(bug, name))
  const plain = always.filter((name) => !apart.includes(name) && !['', '---'].includes(textOf(name)))
  return (
    <dl class="preview-fields">
      {row('status', <Status status={bug.status} resolution={bug.resolution} isOpen={bug.is_open} />)}
      {assignee && row('assigned_to', <bdi>{visible(nameOf(assignee))}</bdi>)}
      {plain.map((name) => row(name, <bdi>{visible(textOf(name))}</bdi>))}
    </dl>
  )
}

function Words({ view: { comments, attachments, people } }: ViewProps) {
  const { texts } = useApp()
  const headingId = useId()
  const [description] = comments
  const last = comments.at(-1)
  return (
    <>
      {description && description.text.trim() !== '' && (
        <Preview text={description.text} isMarkdown={description.is_markdown} attachments={attachments} />
      )}
      {last && last !== description && (
        <section aria-labelledby={headingId} class="last-comment">
          <h3 id={headingId}>{texts.bug.comment(last.count)}</h3>
          <p class="quiet-text">
            <Person person={{ name: last.creator, real_name: realNameOf(people, last.creator) }} />{' '}
            <Time at={last.creation_time} />
          </p>
          <Preview text={last.text} isMarkdown={last.is_markdown} attachments={attachments} />
        </section>
      )}
    </>
  )
}

function realNameOf(people: BugsViewAnswer['people'], login: string): string {
  return people.find(({ name }) => name === login)?.real_name ?? ''
}
