// The list of a choice above the page: typing filters it, Enter chooses.
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../state/app.js'
import { Icon } from './icon.js'
import type { ChoiceProps, Option } from './option.js'
import { useChoosing, type Choosing } from './choosing.js'
import { useOutside, useTopLayer } from './top-layer.js'
import { visible } from './visible.js'

export interface PanelProps extends ChoiceProps {
  readonly listId: string
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export function ChoicePanel(props: PanelProps) {
  const { listId, anchor, isMany = false, onClose } = props
  const { texts } = useApp()
  const choosing = useChoosing(props)
  const panel = useRef<HTMLDivElement>(null)
  const filter = useRef<HTMLInputElement>(null)
  const { path } = choosing
  useTopLayer(panel, anchor)
  useOutside(panel, anchor, () => (isMany ? choosing.save() : onClose()))
  // At once: the next keys may follow within milliseconds.
  useLayoutEffect(() => filter.current?.focus({ preventScroll: true }), [path.length])
  return (
    <div ref={panel} class="choice-panel" popover="manual">
      {path.length > 0 && (
        <div class="choice-head">
          <button type="button" class="quiet" onClick={choosing.back}>
            <Icon name="back" size={14} />
            {texts.choice.back}
          </button>
          <bdi>{visible(path.map(({ text }) => text).join(' › '))}</bdi>
        </div>
      )}
      <OptionList
        choosing={choosing}
        isMany={isMany}
        listId={listId}
        filter={filter}
        onKeyDown={(event) => onKey(event, choosing, props)}
      />
      {isMany && (
        <div class="choice-foot">
          <button type="button" class="primary" aria-keyshortcuts="Control+Enter" onClick={choosing.save}>
            {texts.choice.done}
          </button>
        </div>
      )}
    </div>
  )
}

interface OptionListProps {
  readonly choosing: Choosing
  readonly isMany: boolean
  readonly listId?: string
  readonly filter?: RefObject<HTMLInputElement | null>
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** A field that filters, and the options that match. */
export function OptionList({ choosing, isMany, listId = 'filter-values', filter, onKeyDown }: OptionListProps) {
  const { texts } = useApp()
  const { step, found, active } = choosing
  useEffect(() => document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' }), [active, found])
  return (
    <>
      <input
        {...(filter && { ref: filter })}
        type="search"
        role="searchbox"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-label={texts.choice.filter}
        aria-controls={listId}
        aria-activedescendant={found && found.length > 0 ? `${listId}-${active}` : undefined}
        placeholder={step.label}
        value={choosing.text}
        onInput={({ currentTarget }) => choosing.type(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ul id={listId} role="listbox" aria-label={step.label} aria-multiselectable={isMany || undefined}>
        {found?.map((option, index) => (
          <OptionRow key={option.value} id={`${listId}-${index}`} option={option} index={index} choosing={choosing} />
        ))}
      </ul>
      <p role="status" class="choice-status quiet-text">
        {choosing.status}
      </p>
    </>
  )
}

interface OptionRowProps {
  readonly id: string
  readonly option: Option
  readonly index: number
  readonly choosing: Choosing
}

function OptionRow({ id, option, index, choosing }: OptionRowProps) {
  const isChosen = choosing.isChosen(option)
  return (
    <li
      id={id}
      role="option"
      class={index === choosing.active ? 'is-active' : undefined}
      aria-selected={isChosen}
      aria-disabled={option.isDisabled === undefined ? undefined : true}
      // The filter keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => choosing.take(option)}
    >
      <span class="choice-check">{isChosen && <Icon name="check" size={14} />}</span>
      <span class="choice-text">
        {option.content ?? <bdi>{visible(option.text)}</bdi>}
        {option.isDisabled !== undefined && <span class="quiet-text"> {option.isDisabled}</span>}
      </span>
    </li>
  )
}

const pageStep = 10

/** The keys of a field above a list of options. */
export function onKey(
  event: KeyboardEvent,
  choosing: Choosing,
  { isMany = false, onClose }: Pick<PanelProps, 'isMany' | 'onClose'>,
): void {
  if (event.isComposing) return
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: pageStep, PageUp: -pageStep }
  const { key, ctrlKey, metaKey } = event
  const step = steps[key]
  if (step !== undefined) choosing.move(step)
  else if (ctrlKey && (key === 'Home' || key === 'End')) choosing.move(key === 'Home' ? -Infinity : Infinity)
  else if (key === 'Enter') {
    if (isMany && (ctrlKey || metaKey)) choosing.save()
    else choosing.enter()
  } else if (key === 'Escape') onClose()
  else if (key === 'Tab') {
    if (isMany) choosing.save()
    else onClose()
    return
  } else if (key === 'Backspace' && choosing.text === '' && isMany) choosing.dropLast()
  else return
  event.preventDefault()
  event.stopPropagation()
}
