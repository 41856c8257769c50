// The field for a comment or a description, with a preview.
import { useSignal, type Signal } from '@preact/signals'
import type { BugsViewAnswer, ServerMetadataAnswer } from '@trackerkit/client/types'
import type { RefObject } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { useApp } from '../state/app.js'
import type { NewFile } from './files.js'
import { focusRendered } from './focus-rendered.js'
import { Link } from './link.js'
import { useOnDemand } from './on-demand.js'
import type { MentionablePeople } from './people-list.js'
import { visible } from './visible.js'

interface ComposerProps {
  readonly label: string
  readonly value: string
  readonly rows: number
  /** True if the text is Markdown. Undefined: Markdown is not available. */
  readonly isMarkdown?: Signal<boolean> | undefined
  /** Those that the text can show. */
  readonly attachments?: BugsViewAnswer['attachments']
  /** Those that the text can show once they are sent. */
  readonly files?: readonly NewFile[] | undefined
  readonly area?: RefObject<HTMLTextAreaElement | null>
  /** Users that the text can mention. Undefined: no suggestions. */
  readonly people?: MentionablePeople | undefined
  /** The single key that focuses it. */
  readonly keys?: string
  /** The error of the API. */
  readonly message?: string | undefined
  readonly onInput: (text: string) => void
  /** Receives pasted files. */
  readonly onFiles?: (files: readonly File[]) => void
}

/** Markdown state of a text: initially as stored, or as the user prefers. Undefined if Markdown is off. */
export function useMarkdown({ use_markdown }: ServerMetadataAnswer, before?: boolean): Signal<boolean> | undefined {
  const preferred = useApp().who?.preferences.markdown ?? true
  const isMarkdown = useSignal(before ?? preferred)
  return use_markdown ? isMarkdown : undefined
}

const loadPreview = () => import('./preview-on-demand.js')
const loadKeys = () => import('./composer-keys.js')
const loadPeople = () => import('./people-list.js')

export function Composer(props: ComposerProps) {
  const { label, value, isMarkdown, attachments = [], files, message } = props
  const id = useId()
  const own = useRef<HTMLTextAreaElement>(null)
  const area = props.area ?? own
  const isPreview = useSignal(false)
  const preview = useOnDemand(loadPreview, isPreview.value, () => (isPreview.value = false))
  return (
    <div class="form-field composer">
      <div class="composer-head">
        <label for={id}>{label}</label>
        <Tabs of={id} isPreview={isPreview} area={area} />
      </div>
      <Area {...props} id={id} area={area} isHidden={isPreview.value} />
      {isPreview.value && (
        <div id={`${id}-preview`} class="preview" role="tabpanel" aria-labelledby={`${id}-tab-1`} tabIndex={0}>
          {preview && (
            <preview.Preview
              text={value}
              isMarkdown={isMarkdown?.value ?? false}
              attachments={attachments}
              files={files}
            />
          )}
        </div>
      )}
      {message !== undefined && (
        <span id={`${id}-message`} class="refused">
          {visible(message)}
        </span>
      )}
      {isMarkdown && <Format isMarkdown={isMarkdown} />}
    </div>
  )
}

interface TabsProps {
  /** The field. */
  readonly of: string
  readonly isPreview: Signal<boolean>
  readonly area: RefObject<HTMLTextAreaElement | null>
}

function Tabs({ of, isPreview, area }: TabsProps) {
  const { texts, isLive } = useApp()
  const labels = texts.bug.composer
  const tabs = useRef<HTMLDivElement>(null)
  const select = (at: number) => {
    isPreview.value = at === 1
    tabs.current?.querySelectorAll('button')[at]?.focus()
  }
  return (
    <div
      ref={tabs}
      role="tablist"
      aria-label={labels.tabs}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft' || key === 'ArrowRight') select(isPreview.value ? 0 : 1)
      }}
    >
      {[labels.write, labels.preview].map((name, at) => {
        const isSelected = isPreview.value === (at === 1)
        return (
          <button
            key={at}
            id={`${of}-tab-${at}`}
            type="button"
            role="tab"
            aria-selected={isSelected}
            aria-controls={at === 1 ? (isSelected ? `${of}-preview` : undefined) : of}
            tabIndex={isSelected ? 0 : -1}
            disabled={!isLive.value}
            onClick={() => {
              isPreview.value = at === 1
              // The field keeps its cursor while it is hidden.
              if (at === 0) focusRendered(() => area.current)
            }}
          >
            {name}
          </button>
        )
      })}
    </div>
  )
}

interface AreaProps extends ComposerProps {
  readonly id: string
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly isHidden: boolean
}

function Area({ id, value, rows, keys, message, isMarkdown, people, area, isHidden, onInput, onFiles }: AreaProps) {
  const isUsed = useSignal(false)
  const stop = () => (isUsed.value = false)
  const formatting = useOnDemand(loadKeys, isUsed.value && isMarkdown !== undefined, stop)
  const list = useOnDemand(loadPeople, isUsed.value && people !== undefined, stop)
  const active = isMarkdown?.value ? formatting : undefined
  return (
    <span class="combobox">
      <textarea
        ref={area}
        id={id}
        rows={rows}
        dir="auto"
        hidden={isHidden}
        value={value}
        aria-keyshortcuts={keys}
        aria-invalid={message !== undefined || undefined}
        aria-describedby={message === undefined ? undefined : `${id}-message`}
        onFocus={() => (isUsed.value = true)}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
        onKeyDown={(event) => active?.formatByKey(event, event.currentTarget)}
        onPaste={(event) => {
          const { files = [], types = [] } = event.clipboardData ?? {}
          // Programs copy formatted text together with a picture of it, and file managers copy files with plain text.
          const isText = types.includes('text/plain') && types.includes('text/html')
          if (files.length > 0 && !isText) onFiles?.([...files])
          else active?.linkByPaste(event, event.currentTarget)
        }}
      />
      {list && people && <list.PeopleList area={area} people={people} />}
    </span>
  )
}

function Format({ isMarkdown }: { readonly isMarkdown: Signal<boolean> }) {
  const { texts, isLive } = useApp()
  return (
    <div class="composer-foot">
      <label class="check">
        <input
          type="checkbox"
          checked={isMarkdown.value}
          disabled={!isLive.value}
          onChange={({ currentTarget }) => (isMarkdown.value = currentTarget.checked)}
        />
        {texts.bug.composer.markdown}
      </label>
      <Link to="/help/markdown">{texts.bug.composer.help}</Link>
    </div>
  )
}
