// Links in texts of users.
import { linksIn, type Target } from '@trackerkit/markdown/links'
import type { BugsViewAnswer } from '@trackerkit/client/types'
import { createContext, type ComponentChildren } from 'preact'
import { pathOf } from '../page/page.js'
import type { App } from '../state/app.js'
import { visible } from './visible.js'

/** Targets of references that the page knows. */
export interface References extends Partial<Pick<BugsViewAnswer, 'related' | 'comments' | 'attachments'>> {
  readonly mentions?: BugsViewAnswer['comments'][number]['mentions']
}

/** Those of the comment around a text. */
export const ReferencesContext = createContext<References>({})

/** Characters of a comment in the title of a link to it. */
const longestTitle = 80

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
  readonly references: References
}

/** A text with its first links, and how many they are. */
export function withLinks(
  app: App,
  { text, most, references }: LinkedText,
): { nodes: ComponentChildren; count: number } {
  const personOf = (target: Target) =>
    target.kind === 'mention' ? references.mentions?.find(({ word }) => word === target.word) : undefined
  const pieces = linksIn(text, most, (target) => addressOf(app, target, personOf(target)))
  if (pieces.length === 0) return { nodes: text, count: 0 }
  const nodes: ComponentChildren[] = []
  let at = 0
  for (const { from, to, href, target } of pieces) {
    nodes.push(text.slice(at, from))
    const words = text.slice(from, to)
    const isForeign = target.kind === 'url' || target.kind === 'commit'
    const { title = '', isClosed = false } = aboutTarget(references, target)
    nodes.push(
      isForeign ? (
        <Foreign href={href}>{words}</Foreign>
      ) : (
        <a href={href} title={visible(title) || undefined} class={isClosed ? 'is-closed' : undefined}>
          {words}
        </a>
      ),
    )
    at = to
  }
  nodes.push(text.slice(at))
  return { nodes, count: pieces.length }
}

interface About {
  readonly title?: string | undefined
  readonly isClosed?: boolean
}

/** Hidden targets have no title, like absent ones. */
function aboutTarget({ mentions, related, comments, attachments }: References, target: Target): About {
  switch (target.kind) {
    case 'mention':
      return { title: mentions?.find(({ word }) => word === target.word)?.real_name }
    case 'bug': {
      const bug = related?.find(({ id }) => id === Number(target.id))
      if (!bug) return {}
      const title = [bug.status, bug.resolution, bug.summary].filter((part) => part !== '').join(' ')
      return { title, isClosed: !bug.is_open }
    }
    case 'comment': {
      const text = comments?.find(({ count }) => count === Number(target.number))?.text
      // Not half of a character.
      return { title: text?.slice(0, longestTitle).replace(/[\ud800-\udbff]$/, '') }
    }
    case 'attachment':
      return { title: attachments?.find(({ id }) => id === Number(target.id))?.summary }
    case 'url':
    case 'commit':
      return {}
  }
}

function addressOf({ href, site }: App, target: Target, person: { readonly name: string } | undefined): string | null {
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
