// The rows of a table. In the first view they are hydrated after the rest, which many rows would hold up.
import { signal } from '@preact/signals'
import { hydrate, render, type ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { AppProvider, useApp, type App } from '../state/app.js'

/** Hydration keeps the served rows. */
const untouched = { __html: '' }

export function LaterRows({ children }: { readonly children: ComponentChildren }) {
  const app = useApp()
  const [own] = useState(() => !app.isServer && !app.isLive.peek() && servedApp(app))
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = own && <AppProvider value={own}>{children}</AppProvider>
  useEffect(() => {
    const element = body.current
    if (!own || !element) return undefined
    hydrate(rows, element)
    own.isLive.value = true
    const stop = app.hasZone.subscribe((has) => (own.hasZone.value = has))
    return () => {
      stop()
      render(null, element)
    }
  }, [])
  useLayoutEffect(() => {
    if (own && own.isLive.peek() && body.current) render(rows, body.current)
  })
  return own ? <tbody ref={body} dangerouslySetInnerHTML={untouched} /> : <tbody>{children}</tbody>
}

/** The app as it was when the rows were served: hydration does not update attributes, what follows it does. */
function servedApp(app: App): App {
  return Object.create(app, { isLive: { value: signal(false) }, hasZone: { value: signal(false) } }) as App
}
