import { useApp, type App } from '../state/app.js'
import { Combobox, type Choice } from './combobox.js'
import { visible } from './visible.js'

interface BugFieldProps {
  readonly label: string
  /** A number or an alias. */
  readonly value: string
  readonly inputId?: string
  readonly onInput: (value: string) => void
}

/** A field for a bug, which finds bugs by what they are about. */
export function BugField({ onInput, ...others }: BugFieldProps) {
  const app = useApp()
  return (
    <Combobox
      {...others}
      suggest={(text, signal) => bugsLike(app, text, signal)}
      onInput={onInput}
      onChoose={onInput}
    />
  )
}

async function bugsLike({ operations }: App, text: string, signal: AbortSignal): Promise<Choice<string>[]> {
  const { suggestions } = await operations.server.suggest({ text }, { signal })
  return suggestions.flatMap(({ id, text: summary }) => {
    if (id === undefined) return []
    const content = (
      <>
        <span class="number">{id}</span> <bdi>{visible(summary)}</bdi>
      </>
    )
    return [{ key: String(id), value: String(id), content }]
  })
}
