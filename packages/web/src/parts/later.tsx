// A part of a page that is hydrated after the rest of the first view, which it would hold up: rows, comments.
import { signal } from '@preact/signals'
import { createElement, hydrate, render, type ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { AppProvider, useApp, type App } from '../state/app.js'

/** Hydration keeps what the server has made. */
const untouched = { __html: '' }

interface LaterProps {
  readonly as: 'tbody' | 'div'
  readonly class?: string
  /** No context but that of the app reaches them. */
  readonly children: ComponentChildren
}

export function Later({ as, class: name, children }: LaterProps) {
  const app = useApp()
  const [own] = useState(() => !app.isServer && !app.isLive.peek() && servedApp(app))
  const element = useRef<HTMLElement>(null)
  const part = own && <AppProvider value={own}>{children}</AppProvider>
  const latest = useRef(part)
  latest.current = part
  useEffect(() => {
    const { current } = element
    if (!own || !current) return undefined
    hydrate(latest.current, current)
    own.isLive.value = true
    const stop = app.hasZone.subscribe((has) => (own.hasZone.value = has))
    return () => {
      stop()
      render(null, current)
    }
  }, [])
  useLayoutEffect(() => {
    if (own && own.isLive.peek() && element.current) render(part, element.current)
  })
  return own
    ? createElement(as, { ref: element, class: name, dangerouslySetInnerHTML: untouched })
    : createElement(as, { class: name }, children)
}

/** The app as it was when the part was served: hydration does not update attributes, what follows it does. */
function servedApp(app: App): App {
  return Object.create(app, { isLive: { value: signal(false) }, hasZone: { value: signal(false) } }) as App
}
