// The menu that moves a card into another column.
import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../../parts/icon.js'
import { useOutside, useTopLayer } from '../../parts/top-layer.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { Card } from './load.js'
import type { Moves, Target } from './moves.js'

interface MoveMenuProps {
  readonly card: Card
  /** The column that it is in. */
  readonly value: string
  readonly moves: Moves
}

export function MoveMenu({ card, value, moves }: MoveMenuProps) {
  const { texts, isLive } = useApp()
  const targets = useSignal<readonly Target[] | undefined>(undefined)
  const button = useRef<HTMLButtonElement>(null)
  const label = texts.board.move(card.id)
  const open = async () => {
    const others = (await moves.targetsOf(card)).filter((one) => one.value !== value)
    if (others.length > 0) targets.value = others
  }
  const close = () => {
    targets.value = undefined
    button.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        class="quiet icon-button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={targets.value !== undefined}
        hidden={!isLive.value}
        onClick={() => (targets.value ? close() : void open())}
      >
        <Icon name="dots" />
      </button>
      {targets.value && (
        <Panel
          label={label}
          targets={targets.value}
          button={button}
          onClose={close}
          onChoose={(target) => {
            close()
            void moves.move(card, target)
          }}
        />
      )}
    </>
  )
}

interface PanelProps {
  readonly label: string
  readonly targets: readonly Target[]
  readonly button: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
  readonly onChoose: (target: Target) => void
}

function Panel({ label, targets, button, onClose, onChoose }: PanelProps) {
  const { texts } = useApp()
  const panel = useRef<HTMLDivElement>(null)
  useTopLayer(panel, button)
  useOutside(panel, button, onClose)
  const step = (by: number) => {
    const items = [...(panel.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    items[(at + by + items.length) % items.length]?.focus()
  }
  useEffect(() => step(1), [])
  return (
    <div
      ref={panel}
      class="menu action-menu"
      popover="manual"
      role="menu"
      aria-label={label}
      onKeyDown={(event) => {
        const { key } = event
        if (key === 'ArrowDown') step(1)
        else if (key === 'ArrowUp') step(-1)
        else if (key === 'Escape' || key === 'Tab') onClose()
        else return
        event.preventDefault()
      }}
    >
      {targets.map((target, index) => {
        const reasonId = target.refused === undefined ? undefined : `${label.replaceAll(' ', '-')}-${index}`
        return (
          <div key={target.value} role="none">
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-disabled={target.refused === undefined ? undefined : true}
              aria-describedby={reasonId}
              onClick={() => {
                if (target.refused === undefined) onChoose(target)
              }}
            >
              <bdi>{visible(target.value || texts.board.none)}</bdi>
            </button>
            {target.refused !== undefined && (
              <span id={reasonId} class="quiet-text">
                {target.refused}
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
}
