// Links in texts of users.
import { linksIn, type Target } from '@trackerkit/markdown/links'
import type { BugsViewAnswer } from '@trackerkit/client/types'
import { createContext, type ComponentChildren } from 'preact'
import { pathOf } from '../page/page.js'
import type { App } from '../state/app.js'
import { visible } from './visible.js'

/** The people whom a comment mentions. */
export type Mentions = BugsViewAnswer['comments'][number]['mentions']

/** Those of the comment around a text. */
export const MentionsContext = createContext<Mentions>([])

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

interface LinkedText {
  readonly text: string
  /** The number of links that the page has room for. */
  readonly most: number
  readonly mentions: Mentions
}

/** A text with its first links, and how many they are. */
export function withLinks(app: App, { text, most, mentions }: LinkedText): { nodes: ComponentChildren; count: number } {
  const personOf = (target: Target) =>
    target.kind === 'mention' ? mentions.find(({ word }) => word === target.word) : undefined
  const pieces = linksIn(text, most, (target) => addressOf(app, target, personOf(target)))
  if (pieces.length === 0) return { nodes: text, count: 0 }
  const nodes: ComponentChildren[] = []
  let at = 0
  for (const { from, to, href, target } of pieces) {
    nodes.push(text.slice(at, from))
    const words = text.slice(from, to)
    const isForeign = target.kind === 'url' || target.kind === 'commit'
    const title = visible(personOf(target)?.real_name ?? '') || undefined
    nodes.push(
      isForeign ? (
        <Foreign href={href}>{words}</Foreign>
      ) : (
        <a href={href} title={title}>
          {words}
        </a>
      ),
    )
    at = to
  }
  nodes.push(text.slice(at))
  return { nodes, count: pieces.length }
}

function addressOf({ href, site }: App, target: Target, person: Mentions[number] | undefined): string | null {
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
    case 'mention':
      return person ? href(`/bugs?${new URLSearchParams({ assigned_to: person.name })}`) : null
  }
}
