// Links in texts of users.
import { linksIn, type Target } from '@trackerkit/markdown/links'
import type { ComponentChildren } from 'preact'
import { pathOf } from '../page/page.js'
import type { App } from '../state/app.js'

interface ForeignProps {
  readonly href: string
  readonly title?: string | undefined
  readonly children: ComponentChildren
}

/** A link to another site, which a user wrote. */
export function Foreign({ href, title, children }: ForeignProps) {
  return (
    <a href={href} title={title} rel="noopener nofollow ugc">
      {children}
    </a>
  )
}

/** A text with its first links, and how many they are. */
export function withLinks(app: App, text: string, most: number): { nodes: ComponentChildren; count: number } {
  const pieces = linksIn(text, most, (target) => addressOf(app, target))
  if (pieces.length === 0) return { nodes: text, count: 0 }
  const nodes: ComponentChildren[] = []
  let at = 0
  for (const { from, to, href, target } of pieces) {
    nodes.push(text.slice(at, from))
    const words = text.slice(from, to)
    const isForeign = target.kind === 'url' || target.kind === 'commit'
    nodes.push(isForeign ? <Foreign href={href}>{words}</Foreign> : <a href={href}>{words}</a>)
    at = to
  }
  nodes.push(text.slice(at))
  return { nodes, count: pieces.length }
}

function addressOf({ href, site }: App, target: Target): string | null {
  switch (target.kind) {
    case 'url':
      return target.url
    case 'bug':
      return href(pathOf('bug', target.id)) + (target.comment === undefined ? '' : `#c${target.comment}`)
    case 'comment':
      return `#c${target.number}`
    case 'attachment':
      return href(pathOf('attachment', target.id))
    case 'commit':
      return site.commitUrl?.replace('%s', target.hash) ?? null
  }
}
