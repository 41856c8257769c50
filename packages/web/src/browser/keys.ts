// Single keys: they press the control that names them in `aria-keyshortcuts`, or run an action of the page.
import type { App } from '../state/app.js'
import { isUsable, press } from '../state/press.js'

/** Milliseconds between the two keys of a sequence. */
const longest = 1500

export function listenForKeys(app: App): void {
  let begun: { readonly key: string; readonly at: number } | undefined
  addEventListener('keydown', (event) => {
    if (isForPalette(event)) {
      event.preventDefault()
      app.isPaletteOpen.value = true
    }
    const key = keyOf(event)
    if (key === undefined || event.defaultPrevented || isOff(app, event)) return
    const first = begun && event.timeStamp - begun.at < longest ? `${begun.key} ` : ''
    begun = first === '' && key === 'g' ? { key, at: event.timeStamp } : undefined
    if (begun || !act(app, first + key, event.target)) return
    event.preventDefault()
  })
}

/** In a text it makes a link. */
function isForPalette({ key, ctrlKey, metaKey, shiftKey, target, defaultPrevented }: KeyboardEvent): boolean {
  // With Caps Lock it is 'K'.
  if (
    (key !== 'k' && key !== 'K') ||
    shiftKey ||
    ctrlKey === metaKey ||
    defaultPrevented ||
    document.querySelector('dialog:modal')
  )
    return false
  return !(target instanceof HTMLTextAreaElement)
}

/** The name of a key: the character, with Shift only where that makes no other character. Undefined for other keys. */
function keyOf(event: KeyboardEvent): string | undefined {
  // Some keyboards have brackets on the third level of their keys, reported as Ctrl and Alt.
  const isThird = event.getModifierState('AltGraph')
  if (event.metaKey || event.isComposing || ((event.ctrlKey || event.altKey) && !isThird)) return undefined
  return event.shiftKey && /^[A-Z]$/.test(event.key) ? `Shift+${event.key.toLowerCase()}` : event.key
}

/** Fields and dialogs take keys for themselves, and users can turn shortcuts off. */
function isOff({ who }: App, { target }: KeyboardEvent): boolean {
  if (who?.preferences.keys === false) return true
  if (document.querySelector('dialog:modal')) return true
  const field =
    'textarea, select, input:not([type=checkbox], [type=radio], [type=button]), [contenteditable], [role=menu]'
  return target instanceof Element && target.closest(field) !== null
}

/** Runs the action of a key. False if it has none. */
function act(app: App, key: string, target: EventTarget | null): boolean {
  if (key === '?') {
    app.isHelpOpen.value = true
    return true
  }
  // Enter and Space press the focused control.
  const pressed = { Enter: 'a, button, input, summary', ' ': 'button, input, summary' }[key]
  if (pressed !== undefined && target instanceof Element && target.closest(pressed)) return false
  const action = [...app.keys].findLast((actions) => Object.hasOwn(actions, key))?.[key]
  if (action) {
    action()
    return true
  }
  const control = controlOf(key)
  if (!control) return false
  press(control)
  return true
}

/**
 * Returns the control of the page with this key, otherwise one around it.
 */
function controlOf(key: string): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]`)]
  const usable = all.filter(isUsable)
  return usable.find((one) => one.closest('main')) ?? usable[0]
}
