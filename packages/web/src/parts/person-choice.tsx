import { useApp } from '../state/app.js'
import { Choice } from './choice.js'
import { peopleOptions } from './people-options.js'
import { visible } from './visible.js'

interface PersonChoiceProps {
  readonly label: string
  /** A login; empty: no person. */
  readonly value: string
  /** Text for no person. */
  readonly empty: string
  readonly shortcut?: string | undefined
  readonly onChoose: (login: string) => void
}

/** A person among all that the tracker finds, or none. */
export function PersonChoice({ label, value, empty, shortcut, onChoose }: PersonChoiceProps) {
  const app = useApp()
  return (
    <span class="boxed">
      <Choice
        label={label}
        value={[value]}
        shown={visible(value)}
        empty={empty}
        options={() => peopleOptions(app, { nobody: empty })}
        shortcut={shortcut}
        onSave={([login = '']) => onChoose(login)}
      />
    </span>
  )
}
