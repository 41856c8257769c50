// The menu that moves a card into another column.
import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { Icon } from '../../parts/icon.js'
import { MenuPanel } from '../../parts/menu.js'
import { useApp } from '../../state/app.js'
import type { Card } from './load.js'
import type { Moves, Target } from './moves.js'

interface MoveMenuProps {
  readonly card: Card
  readonly moves: Moves
}

export function MoveMenu({ card, moves }: MoveMenuProps) {
  const { texts, isLive } = useApp()
  const targets = useSignal<readonly Target[] | undefined>(undefined)
  const button = useRef<HTMLButtonElement>(null)
  const label = texts.board.move(card.id)
  const open = async () => {
    const others = (await moves.targetsOf(card)).filter(({ value }) => value !== card.column)
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
        <MenuPanel label={label} button={button} onClose={close}>
          {targets.value.map((target) => (
            <MoveItem
              key={target.value}
              target={target}
              onChoose={() => {
                close()
                void moves.move(card, target)
              }}
            />
          ))}
        </MenuPanel>
      )}
    </>
  )
}

interface MoveItemProps {
  readonly target: Target
  readonly onChoose: () => void
}

function MoveItem({ target: { name, refused }, onChoose }: MoveItemProps) {
  const reasonId = useId()
  const isRefused = refused !== undefined
  return (
    <div role="none">
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        aria-disabled={isRefused || undefined}
        aria-describedby={isRefused ? reasonId : undefined}
        onClick={isRefused ? undefined : onChoose}
      >
        <bdi>{name}</bdi>
      </button>
      {isRefused && (
        <span id={reasonId} class="quiet-text">
          {refused}
        </span>
      )}
    </div>
  )
}
