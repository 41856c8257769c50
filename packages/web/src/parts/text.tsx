// Plain text of users as nodes, never as HTML.
import type { ComponentChildren } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import { useApp, type App } from '../state/app.js'
import { mostLinksInText } from '../state/link-budget.js'
import { ReferencesContext, withLinks, type References } from './text-links.js'
import { visibleLines } from './visible.js'

interface Block {
  readonly isQuote: boolean
  readonly nodes: ComponentChildren
}

/** A text with line ends, quotes and links, as far as the page has room for them. */
export function Text({ text }: { readonly text: string }) {
  const app = useApp()
  const references = useContext(ReferencesContext)
  const blocks = useMemo(() => blocksOf(app, text, references), [text, references])
  return (
    <div class="text" dir="auto">
      {blocks.map(({ isQuote, nodes }, index) => (
        <span key={index} class={isQuote ? 'quote' : 'said'} dir={isQuote ? 'auto' : undefined}>
          {nodes}
          {index < blocks.length - 1 && '\n'}
        </span>
      ))}
    </div>
  )
}

function blocksOf(app: App, text: string, references: References): Block[] {
  const budget = app.linkBudget()
  const paragraphs: { readonly isQuote: boolean; readonly lines: string[] }[] = []
  for (const line of visibleLines(text).split(/\r\n|\r|\n/)) {
    const last = paragraphs.at(-1)
    const isQuote = /^\s{0,2}>/.test(line) && (last?.isQuote === true || budget.quotes-- > 0)
    if (last?.isQuote === isQuote) last.lines.push(line)
    else paragraphs.push({ isQuote, lines: [line] })
  }
  const most = Math.min(mostLinksInText, budget.links)
  let remaining = most
  const blocks = paragraphs.map(({ isQuote, lines }) => {
    const { nodes, count } = withLinks(app, { text: lines.join('\n'), most: remaining, references })
    remaining -= count
    return { isQuote, nodes }
  })
  budget.links -= most - remaining
  return blocks
}
