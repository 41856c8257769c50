// The command palette: one field for the controls of the page, other pages and bugs.
import { useEffect, useId, useMemo, useRef } from 'preact/hooks'
import { useApp, type App } from '../state/app.js'
import { onKey } from './choice-panel.js'
import { useChoosing, type Choosing } from './choosing.js'
import { Dialog } from './dialog.js'
import { commandsOfPage, createFinder, type Command, type Group } from './palette-commands.js'
import { visible } from './visible.js'
import { paletteTexts } from '../texts/english/palette.js'
import { suggestionTexts } from '../texts/english/suggestions.js'

/** The last commands of pages in this tab by their texts, the latest first. */
const recent = new WeakMap<App, readonly string[]>()
const mostRecent = 5
/** The groups of the commands that pages have. */
const ofPage: readonly Group[] = ['recent', 'actions', 'places']

export function Palette() {
  const app = useApp()
  const labels = app.texts.palette
  const listId = useId()
  const find = useMemo(() => createFinder(app, withRecent(recent.get(app) ?? [], commandsOfPage())), [app])
  const close = () => (app.isPaletteOpen.value = false)
  const commands = useRef<readonly Command[]>([])
  const search = async (text: string, signal: AbortSignal) => {
    const all = grouped(await find(text, signal))
    if (!signal.aborted) commands.current = all
    return all
  }
  const run = ([value]: readonly string[]) => {
    const command = commands.current.find((one) => one.value === value)
    close()
    if (!command) return
    if (ofPage.includes(command.group)) remember(app, command.text)
    // The dialog gives the focus back first.
    requestAnimationFrame(() => command.run())
  }
  const choosing = useChoosing({ label: labels.commands, options: () => search, value: [], onSave: run })
  const { active, found } = choosing
  const { path, query } = app.shown.value.address
  const address = `${path}?${query}`
  const { current: openedAt } = useRef(address)
  // Not in the cleanup, which may run when the palette is open again.
  useEffect(() => {
    if (address !== openedAt) close()
  }, [address])
  useEffect(() => document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' }), [active, found])
  return (
    <Dialog title={labels.title} onClose={close}>
      <div class="palette">
        <input
          autofocus
          type="search"
          role="searchbox"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-label={labels.search}
          aria-controls={listId}
          aria-activedescendant={found && found.length > 0 ? `${listId}-${active}` : undefined}
          placeholder={labels.search}
          value={choosing.text}
          onInput={({ currentTarget }) => choosing.type(currentTarget.value)}
          onKeyDown={(event) => onKey(event, choosing, { onClose: close })}
        />
        <Commands listId={listId} choosing={choosing} />
        <p role="status" class="choice-status quiet-text">
          {choosing.status}
        </p>
      </div>
    </Dialog>
  )
}

function remember(app: App, text: string): void {
  const others = (recent.get(app) ?? []).filter((one) => one !== text)
  recent.set(app, [text, ...others].slice(0, mostRecent))
}

/** In the order in which they are shown. */
function grouped(commands: readonly Command[]): readonly Command[] {
  const groups = [...new Set(commands.map(({ group }) => group))]
  return groups.flatMap((group) => commands.filter((command) => command.group === group))
}

/** The commands that were used before come first, once. */
function withRecent(texts: readonly string[], commands: readonly Command[]): readonly Command[] {
  const used = texts.flatMap((text) => commands.find((command) => command.text === text) ?? [])
  const first = used.map((command) => ({ ...command, group: 'recent' as const }))
  return [...first, ...commands.filter((command) => !used.includes(command))]
}

function Commands({ listId, choosing }: { readonly listId: string; readonly choosing: Choosing }) {
  const labels = useApp().texts.palette
  const all = (choosing.found ?? []) as readonly Command[]
  const groups = [...new Set(all.map(({ group }) => group))]
  return (
    <div id={listId} role="listbox" aria-label={labels.commands} tabIndex={0}>
      {groups.map((group: Group) => (
        <div key={group} role="group" aria-label={labels.groups[group]}>
          <p class="quiet-text" aria-hidden="true">
            {labels.groups[group]}
          </p>
          {all.map(
            (command, index) =>
              command.group === group && (
                <div
                  key={command.value}
                  id={`${listId}-${index}`}
                  role="option"
                  class={index === choosing.active ? 'is-active' : undefined}
                  aria-selected={index === choosing.active}
                  // The field keeps the focus.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choosing.take(command)}
                >
                  <bdi>{visible(command.text)}</bdi>
                  {command.keys !== undefined && <kbd aria-hidden="true">{command.keys}</kbd>}
                </div>
              ),
          )}
        </div>
      ))}
    </div>
  )
}

export const texts = { palette: paletteTexts, suggestions: suggestionTexts }
