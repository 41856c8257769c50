// A part of a page that is hydrated after the rest of the first view, which it would hold up: a row, a comment.
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { AppProvider, useApp, type App } from '../state/app.js'
import { notYet } from '../state/turns.js'

interface LaterProps {
  /** A single element, always. */
  readonly children: ComponentChildren
}

export function Later({ children }: LaterProps) {
  const app = useApp()
  const [stage, setStage] = useState<'waiting' | 'hydrated' | 'live'>('waiting')
  const [served] = useState(() => {
    if (app.isServer || app.isLive.peek()) return undefined
    app.turns.add(() => setStage('hydrated'))
    return { app: servedApp(app), children }
  })
  if (served && stage === 'waiting') throw notYet
  useLayoutEffect(() => {
    if (!served) return undefined
    served.app.isLive.value = true
    setStage('live')
    return app.hasZone.subscribe((has) => {
      if (has) app.turns.add(() => (served.app.hasZone.value = true))
    })
  }, [])
  if (!served) return <>{children}</>
  return <AppProvider value={served.app}>{stage === 'live' ? children : served.children}</AppProvider>
}

/** The app as it was when the part was served: hydration does not update attributes, what follows it does. */
function servedApp(app: App): App {
  return Object.create(app, { isLive: { value: signal(false) }, hasZone: { value: signal(false) } }) as App
}
