// The tree of a Markdown text as nodes, never as HTML.
import { attachmentOf, type Block, type Inline, type ListItem, type Root } from '@trackerkit/markdown'
import type { BugsViewAnswer } from '@trackerkit/client/types'
import type { ComponentChildren } from 'preact'
import { useContext, useMemo, useRef } from 'preact/hooks'
import { pathOf } from '../page/page.js'
import { useApp, type App } from '../state/app.js'
import { canCopy, copyText } from '../state/copy.js'
import { mostLinksInText } from '../state/link-budget.js'
import { isShownAsImage } from './attachment-image.js'
import { Foreign, ReferencesContext, withLinks, type References } from './text-links.js'
import { visible, visibleLines } from './visible.js'

/** An attachment that a text can show. */
export interface ShownPicture extends Pick<
  BugsViewAnswer['attachments'][number],
  'id' | 'content_type' | 'size' | 'is_obsolete'
> {
  /** Where it is; default: at the tracker. */
  readonly address?: string
}

type Attachments = readonly ShownPicture[]

/** Characters of a text that is formatted without being asked. */
export const mostAtOnce = 20_000

/** Browsers look for the direction in all blocks before each one that is added, up to a letter. */
const mostDirected = 1000

/** Ticks the box of a task at this position in the text. False: it was rejected. */
export type Tick = (offset: number, isDone: boolean) => Promise<boolean>

interface MarkdownProps {
  readonly root: Root
  readonly attachments: Attachments
  /** Undefined: the boxes of tasks cannot be ticked. */
  readonly tick?: Tick | undefined
}

interface Drawing {
  readonly app: App
  readonly attachments: Attachments
  readonly references: References
  readonly tick: Tick | undefined
  /** The number of links left for this text. */
  links: number
}

export function Markdown({ root, attachments, tick }: MarkdownProps) {
  const app = useApp()
  const references = useContext(ReferencesContext)
  const nodes = useMemo(() => draw({ app, attachments, references, tick }, root), [root, attachments, references, tick])
  return (
    <div class="text markdown" dir={isDirected(root) ? 'auto' : undefined}>
      {nodes}
    </div>
  )
}

function draw(parts: Omit<Drawing, 'links'>, root: Root): ComponentChildren {
  const budget = parts.app.linkBudget()
  const most = Math.min(mostLinksInText, budget.links)
  const drawing: Drawing = { ...parts, links: most }
  const nodes = root.children.map((node) => outermost(node, drawing, isDirected(root)))
  budget.links -= most - drawing.links
  return nodes
}

const isDirected = ({ children }: Root) => children.length <= mostDirected

/** Quotes have their own direction, because their bar is at the side where their text begins. */
function outermost(node: Block, drawing: Drawing, isDirected: boolean): ComponentChildren {
  if (node.type !== 'quote' || !isDirected) return block(node, drawing)
  return <blockquote dir="auto">{blocks(node.children, drawing)}</blockquote>
}

const blocks = (nodes: readonly Block[], drawing: Drawing): ComponentChildren[] =>
  nodes.map((node) => block(node, drawing))

function block(node: Block, drawing: Drawing): ComponentChildren {
  switch (node.type) {
    case 'paragraph':
      return node.isTight ? inlines(node.children, drawing) : <p>{inlines(node.children, drawing)}</p>
    case 'heading': {
      // The page has its own headings above.
      const Heading = (['h3', 'h4', 'h5', 'h6'] as const)[node.depth - 1] ?? 'h6'
      return <Heading>{inlines(node.children, drawing)}</Heading>
    }
    case 'quote':
      return <blockquote>{blocks(node.children, drawing)}</blockquote>
    case 'list': {
      const items = node.items.map((one) => item(one, drawing))
      return node.start === null ? <ul>{items}</ul> : <ol start={node.start}>{items}</ol>
    }
    case 'code':
      return <Code lang={node.lang} text={node.text} />
    case 'table':
      return table(node, drawing)
    case 'rule':
      return <hr />
  }
}

function item({ checked, offset, children }: ListItem, drawing: Drawing): ComponentChildren {
  if (checked === null || offset === null) return <li>{blocks(children, drawing)}</li>
  return (
    <li class="task">
      <Box isDone={checked} offset={offset} name={wordsOf(children[0])} tick={drawing.tick} />{' '}
      {blocks(children, drawing)}
    </li>
  )
}

interface BoxProps {
  readonly isDone: boolean
  readonly offset: number
  readonly name: string
  readonly tick: Tick | undefined
}

/** The box of a task. It shows the user's choice until that is rejected. */
function Box({ isDone, offset, name, tick }: BoxProps) {
  const { isLive } = useApp()
  const now = useRef(isDone)
  now.current = isDone
  const change = async (box: HTMLInputElement) => {
    // The comment may have been loaded again in between.
    if (!(await tick?.(offset, box.checked))) box.checked = now.current
  }
  return (
    <input
      type="checkbox"
      checked={isDone}
      disabled={!tick || !isLive.value}
      aria-label={name}
      onChange={({ currentTarget }) => void change(currentTarget)}
    />
  )
}

/** The words of the first paragraph, which name its box. */
function wordsOf(node: Block | undefined): string {
  return node?.type === 'paragraph' ? visible(node.children.map(wordsIn).join('')) : ''
}

function wordsIn(node: Inline): string {
  if (node.type === 'break') return ' '
  if (node.type === 'image') return node.alt
  return 'children' in node ? node.children.map(wordsIn).join('') : node.text
}

function table({ rows, align }: Extract<Block, { type: 'table' }>, drawing: Drawing): ComponentChildren {
  const row = (cells: readonly (readonly Inline[])[], Cell: 'th' | 'td') => (
    <tr>
      {cells.map((cell, column) => (
        <Cell align={align[column] ?? undefined}>{inlines(cell, drawing)}</Cell>
      ))}
    </tr>
  )
  const [head = [], ...body] = rows
  return (
    <div class="wide" role="region" aria-label={drawing.app.texts.markdown.table} tabIndex={0}>
      <table>
        <thead>{row(head, 'th')}</thead>
        <tbody>{body.map((cells) => row(cells, 'td'))}</tbody>
      </table>
    </div>
  )
}

function Code({ lang, text }: { readonly lang: string; readonly text: string }) {
  const app = useApp()
  const { code, copy, copied } = app.texts.markdown
  const shown = visible(lang)
  const hasButton = app.isLive.value && canCopy()
  return (
    <div class="code" role="region" aria-label={code(shown)}>
      {(shown !== '' || hasButton) && (
        <div class="code-head">
          <span>{shown}</span>
          {hasButton && (
            <button type="button" class="quiet" onClick={() => void copyText(app, text, copied)}>
              {copy}
            </button>
          )}
        </div>
      )}
      <pre tabIndex={0}>
        <code>{visibleLines(text)}</code>
      </pre>
    </div>
  )
}

const inlines = (nodes: readonly Inline[], drawing: Drawing, isInLink = false): ComponentChildren[] =>
  nodes.map((node) => inline(node, drawing, isInLink))

function inline(node: Inline, drawing: Drawing, isInLink: boolean): ComponentChildren {
  switch (node.type) {
    case 'text':
      return isInLink ? visibleLines(node.text) : withFoundLinks(node.text, drawing)
    case 'break':
      return <br />
    case 'code':
      return <code>{visibleLines(node.text)}</code>
    case 'emphasis':
      return <em>{inlines(node.children, drawing, isInLink)}</em>
    case 'strong':
      return <strong>{inlines(node.children, drawing, isInLink)}</strong>
    case 'delete':
      return <del>{inlines(node.children, drawing, isInLink)}</del>
    case 'link':
      return link(node.url, node.title, inlines(node.children, drawing, true), drawing)
    case 'image':
      return image(node.url, visible(node.alt), drawing, isInLink)
  }
}

function withFoundLinks(text: string, drawing: Drawing): ComponentChildren {
  const shown = visibleLines(text)
  const { nodes, count } = withLinks(drawing.app, { text: shown, most: drawing.links, references: drawing.references })
  drawing.links -= count
  return nodes
}

function link(url: string, title: string, content: ComponentChildren, { app }: Drawing): ComponentChildren {
  const attachment = attachmentOf(url)
  if (attachment !== undefined) return <a href={app.href(pathOf('attachment', attachment))}>{content}</a>
  return (
    <Foreign href={url} title={title === '' ? undefined : visible(title)}>
      {content}
    </Foreign>
  )
}

/** A picture of the same bug; any other is a link, so that nothing is loaded from elsewhere. */
function image(url: string, alt: string, drawing: Drawing, isInLink: boolean): ComponentChildren {
  const { app, attachments } = drawing
  const id = attachmentOf(url)
  const shown = attachments.find((one) => one.id === id && !one.is_obsolete && isShownAsImage(one))
  const words = alt || (id === undefined ? visible(url) : app.texts.bug.onAttachment(id))
  const content = shown ? (
    <img src={shown.address ?? app.href(`/-/attachment/${shown.id}/image`)} alt={words} loading="lazy" />
  ) : (
    words
  )
  return isInLink || shown?.address !== undefined ? content : link(url, '', content, drawing)
}
