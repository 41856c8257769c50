// The frame of the pages for administrators: links to the other pages, and the current place.
import type { ComponentChildren } from 'preact'
import { Link } from '../../parts/link.js'
import { WithoutScripts } from '../../parts/without-scripts.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { subjectsFor } from './sections.js'

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
      {subjectsFor(who?.rights ?? []).map(({ name, sections }) => (
        <div key={name} class="subject">
          <span class="subject-name">{texts.admin.subjects[name]}</span>
          {sections.map(({ path: to, labels }) => (
            <Link key={to} to={to} aria-current={path === to || path.startsWith(`${to}/`) ? 'page' : undefined}>
              {labels(texts).name}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}
