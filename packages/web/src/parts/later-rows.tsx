// The rows of a table. In the first view they are hydrated after the rest, which many rows would hold up.
import { signal } from '@preact/signals'
import { hydrate, render, type ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { AppProvider, useApp, type App } from '../state/app.js'

/** Hydration leaves it as it is. */
const untouched = { __html: '' }

export function LaterRows({ children }: { readonly children: ComponentChildren }) {
  const app = useApp()
  // Rows become live after their hydration, which does not update attributes.
  const [own] = useState(
    () => !app.isServer && !app.isLive.peek() && (Object.create(app, { isLive: { value: signal(false) } }) as App),
  )
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = own && <AppProvider value={own}>{children}</AppProvider>
  useEffect(() => {
    const element = body.current
    if (!own || !element) return undefined
    hydrate(rows, element)
    own.isLive.value = true
    return () => render(null, element)
  }, [])
  useLayoutEffect(() => {
    if (own && own.isLive.peek() && body.current) render(rows, body.current)
  })
  return own ? <tbody ref={body} dangerouslySetInnerHTML={untouched} /> : <tbody>{children}</tbody>
}
