// The frame of the pages for administrators: links to the other pages, and the current place.
import type { ComponentChildren } from 'preact'
import { Link } from '../../parts/link.js'
import { WithoutScripts } from '../../parts/without-scripts.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { sectionsFor } from './sections.js'

export interface Crumb {
  readonly to: string
  readonly text: string
}

interface FrameProps {
  readonly heading: string
  /** The pages above this one, from the top. */
  readonly above?: readonly Crumb[]
  /** Beside the heading. */
  readonly action?: ComponentChildren
  readonly children: ComponentChildren
}

export function Frame({ heading, above = [], action, children }: FrameProps) {
  const { texts } = useApp()
  return (
    <div class="admin">
      <Sections />
      <div class="admin-page">
        <p class="place">
          {[{ to: '/admin', text: texts.admin.title }, ...above].map(({ to, text }, index) => (
            <span key={to}>
              {index > 0 && <span aria-hidden="true"> / </span>}
              <Link to={to}>{visible(text)}</Link>
            </span>
          ))}
        </p>
        <div class="section-head">
          <h1>
            <bdi>{visible(heading)}</bdi>
          </h1>
          {action}
        </div>
        <WithoutScripts />
        {children}
      </div>
    </div>
  )
}

function Sections() {
  const { texts, who, shown } = useApp()
  const { path } = shown.value.address
  return (
    <nav class="admin-nav" aria-label={texts.admin.navigation}>
      {sectionsFor(who?.rights ?? []).map(({ path: to, labels }) => (
        <Link key={to} to={to} aria-current={path === to || path.startsWith(`${to}/`) ? 'page' : undefined}>
          {labels(texts).name}
        </Link>
      ))}
    </nav>
  )
}
