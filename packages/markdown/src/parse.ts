// From tokens to a tree, by a loop: what is nested deeply must not nest calls.
import type { Token } from 'markdown-it'
import { isAllowedUrl } from './allowed-url.js'
import { createReader, readTokens, type Task } from './reader.js'
import { TooLarge } from './too-large.js'
import type { Alignment, Block, Inline, ListItem, Root } from './tree.js'

/** Emphasis, links and the like within one another. */
const mostMarks = 40

/** The limit of nodes for a short text. Each character adds half a node. */
const usualNodes = 2000

/** The limit of characters in addresses and titles for a short text. Each character adds ten, the most that one grows to when encoded. */
const usualAddresses = 20_000

/** Counts what the tree of one text has. */
interface Count {
  nodes: number
  readonly most: number
  addresses: number
  readonly mostAddresses: number
}

const reader = createReader(isAllowedUrl)

/**
 * Reads Markdown. Null: it is nested too deeply, or has too many parts, to be formatted, and must be shown as plain text. Depends on
 * nothing but the text.
 */
export function parseMarkdown(text: string): Root | null {
  return parseBy(reader, text)
}

/** The same by another reader. */
export function parseBy(by: typeof reader, text: string): Root | null {
  const count: Count = {
    nodes: 0,
    most: usualNodes + text.length / 2,
    addresses: 0,
    mostAddresses: usualAddresses + 10 * text.length,
  }
  try {
    const tokens = readTokens(by, text, count.most)
    return tokens ? { children: blocksOf(tokens, count), nodes: count.nodes } : null
  } catch (error) {
    if (error instanceof TooLarge) return null
    throw error
  }
}

/** An open container, with the children that have been read. */
interface Open {
  readonly blocks: Block[]
  readonly items: ListItem[]
  readonly rows: (readonly Inline[])[][]
  readonly align: Alignment[]
  readonly token: Token | undefined
}

const opened = (token?: Token): Open => ({ blocks: [], items: [], rows: [], align: [], token })

function blocksOf(tokens: readonly Token[], count: Count): readonly Block[] {
  const root = opened()
  const stack: Open[] = []
  let current = root
  let inline: readonly Inline[] = []
  for (const token of tokens) {
    add(count)
    switch (token.type) {
      case 'inline':
        inline = inlinesOf(token.children ?? [], count)
        break
      case 'blockquote_open':
      case 'bullet_list_open':
      case 'ordered_list_open':
      case 'list_item_open':
      case 'table_open':
        stack.push(current)
        current = opened(token)
        break
      case 'blockquote_close':
      case 'bullet_list_close':
      case 'ordered_list_close':
      case 'list_item_close':
      case 'table_close': {
        const closed = current
        current = stack.pop() ?? root
        close(closed, current)
        break
      }
      case 'tr_open':
        current.rows.push([])
        break
      case 'th_open':
        current.align.push(alignmentOf(token))
        break
      case 'th_close':
      case 'td_close':
        current.rows.at(-1)?.push(inline)
        break
      default: {
        const block = simpleBlock(token, inline)
        if (block) current.blocks.push(block)
      }
    }
  }
  return root.blocks
}

function close({ token, blocks, items, rows, align }: Open, parent: Open): void {
  switch (token?.type ?? '') {
    case 'blockquote_open':
      parent.blocks.push({ type: 'quote', children: blocks })
      break
    case 'list_item_open': {
      const task = token?.meta as Task | null
      parent.items.push({ checked: task?.checked ?? null, offset: task?.offset ?? null, children: blocks })
      break
    }
    case 'table_open':
      parent.blocks.push({ type: 'table', align, rows })
      break
    default:
      parent.blocks.push({ type: 'list', start: startOf(token), items })
  }
}

function startOf(list: Token | undefined): number | null {
  return list?.type === 'ordered_list_open' ? Number(list.attrGet('start') ?? 1) : null
}

function alignmentOf(cell: Token): Alignment {
  const style = cell.attrGet('style') ?? ''
  return (['left', 'center', 'right'] as const).find((side) => style === `text-align:${side}`) ?? null
}

function simpleBlock(token: Token, children: readonly Inline[]): Block | undefined {
  switch (token.type) {
    case 'paragraph_close':
      return { type: 'paragraph', isTight: token.hidden, children }
    case 'heading_close':
      return { type: 'heading', depth: Number(token.tag.slice(1)), children }
    case 'code_block':
      return { type: 'code', lang: '', text: token.content }
    case 'fence':
      return { type: 'code', lang: languageOf(token.info), text: token.content }
    case 'hr':
      return { type: 'rule' }
    default:
      return undefined
  }
}

/** Everything after the fence, so that no word is lost. */
function languageOf(info: string): string {
  return reader.utils.unescapeAll(info).trim()
}

const marks = { em_open: 'emphasis', strong_open: 'strong', s_open: 'delete' } as const

function inlinesOf(tokens: readonly Token[], count: Count): readonly Inline[] {
  const root: Inline[] = []
  const stack: { readonly token: Token; readonly children: Inline[] }[] = []
  let current = root
  for (const token of tokens) {
    add(count)
    if (token.nesting === 1) {
      if (stack.length >= mostMarks) throw new TooLarge()
      stack.push({ token, children: current })
      current = []
    } else if (token.nesting === -1) {
      const open = stack.pop()
      if (!open) continue
      // A loop: one `push` of very many would exhaust the stack.
      for (const node of marked(open.token, current, count)) open.children.push(node)
      current = open.children
    } else current.push(leafOf(token, count))
  }
  return root
}

const attribute = (token: Token, name: string) => String(token.attrGet(name) ?? '')

/** A link that leads nowhere is its words. */
function marked(token: Token, children: readonly Inline[], count: Count): readonly Inline[] {
  if (token.type !== 'link_open') return [{ type: marks[token.type as keyof typeof marks], children }]
  const url = attribute(token, 'href')
  if (url === '') return children
  const title = attribute(token, 'title')
  addAddress(count, url.length + title.length)
  return [{ type: 'link', url, title, children }]
}

function leafOf(token: Token, count: Count): Inline {
  switch (token.type) {
    case 'code_inline':
      return { type: 'code', text: token.content }
    case 'softbreak':
    case 'hardbreak':
      return { type: 'break' }
    case 'image':
      return image(attribute(token, 'src'), textOf(token.children ?? []), count)
    default:
      return { type: 'text', text: token.content }
  }
}

function image(url: string, alt: string, count: Count): Inline {
  addAddress(count, url.length)
  return url === '' ? { type: 'text', text: alt } : { type: 'image', url, alt }
}

/** The words of a description, without their marks. */
function textOf(tokens: readonly Token[]): string {
  const words = tokens.map((token) => {
    if (token.type === 'image') return textOf(token.children ?? [])
    return token.type === 'softbreak' || token.type === 'hardbreak' ? '\n' : token.content
  })
  return words.join('')
}

function add(count: Count): void {
  count.nodes++
  if (count.nodes > count.most) throw new TooLarge()
}

function addAddress(count: Count, characters: number): void {
  count.addresses += characters
  if (count.addresses > count.mostAddresses) throw new TooLarge()
}
