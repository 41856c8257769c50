// The text of an HTML message: only tokens, because a tree of hostile HTML takes minutes.
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { createQuotedElements } from './quoted-elements.js'
import { createTextLines } from './text-lines.js'

/** Characters that are read. */
const longestHtml = 300_000

/** Elements that begin and end a line. */
const blocks = new Set([
  ...['div', 'table', 'tr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'hr', 'pre', 'blockquote'],
  ...['section', 'article', 'header', 'footer', 'address', 'center'],
])
/** Elements with an empty line above and below. */
const paragraphs = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const cells = new Set(['td', 'th'])
/** Not the head, whose end may be left out: it has no other text. */
const silent = new Set(['style', 'script', 'title', 'template', 'noscript'])
/** Elements of Outlook that begin what is quoted: nothing after them is new. */
const quoteIds = ['divRplyFwdMsg', 'appendonsend']

const none = () => undefined
const ignored = { oncdata: none, oncomment: none, ondeclaration: none, onprocessinginstruction: none, onend: none }

interface Tag {
  name: string
  readonly attributes: Map<string, string>
}

/** Text with `<url>` behind links and `> ` before what is quoted, without elements. */
export function htmlToText(html: string): string {
  const text = html.slice(0, longestHtml)
  const page = createPage()
  let tag: Tag | undefined
  let [attribute, value] = ['', '']
  const open = () => {
    if (tag) page.open(tag)
  }
  const callbacks: TokenizerCallbacks = {
    ontext: (start, end) => page.add(text.slice(start, end)),
    ontextentity: (codepoint) => page.add(String.fromCodePoint(codepoint)),
    onopentagname: (start, end) => void (tag = { name: text.slice(start, end).toLowerCase(), attributes: new Map() }),
    onopentagend: open,
    onselfclosingtag: open,
    onclosetag: (start, end) => page.close(text.slice(start, end).toLowerCase()),
    onattribname: (start, end) => void ([attribute, value] = [text.slice(start, end).toLowerCase(), '']),
    onattribdata: (start, end) => void (value += text.slice(start, end)),
    onattribentity: (codepoint) => void (value += String.fromCodePoint(codepoint)),
    onattribend: () => void tag?.attributes.set(attribute, value),
    ...ignored,
  }
  const tokenizer = new Tokenizer({ decodeEntities: true, xmlMode: false }, callbacks)
  tokenizer.write(text)
  tokenizer.end()
  return page.toString()
}

function createPage() {
  const quotes = createQuotedElements()
  const lines = createTextLines(() => quotes.isInside())
  const lists = createLists()
  let [silentDepth, hasText, isOver, link, linkText] = [0, false, false, '', '']

  const isShown = () => silentDepth === 0 && !isOver
  const add = (text: string) => {
    if (!isShown()) return
    linkText += text
    hasText ||= text.trim() !== ''
    lines.add(text)
  }
  /** At the beginning or the end of an element. */
  const separate = (name: string, wasQuoted: boolean, isQuote: boolean) => {
    if (!isShown()) return
    if (wasQuoted !== quotes.isInside()) lines.endParagraph(false)
    else if (paragraphs.has(name)) lines.endParagraph(wasQuoted)
    else if (isQuote || blocks.has(name)) lines.endLine()
  }
  return {
    add,
    open({ name, attributes }: Tag) {
      if (isOver) return
      if (silent.has(name)) silentDepth++
      if (hasText && quoteIds.includes(attributes.get('id') ?? '')) isOver = true
      const wasQuoted = quotes.isInside()
      separate(name, wasQuoted, quotes.open(name, attributes))
      const number = lists.open(name, attributes)
      if (!isShown()) return
      if (number !== undefined) lines.number(`${number}. `)
      if (name === 'br') lines.breakLine()
      if (name === 'pre') lines.openPreformatted()
      if (cells.has(name)) add(' ')
      if (name === 'a') [link, linkText] = [attributes.get('href') ?? '', '']
    },
    close(name: string) {
      if (silent.has(name) && silentDepth > 0) silentDepth--
      const wasQuoted = quotes.isInside()
      quotes.close(name)
      lists.close(name)
      if (name === 'pre') lines.closePreformatted()
      separate(name, wasQuoted, false)
      if (name === 'li') lines.number('')
      if (name !== 'a' || link === '') return
      if (/^https?:/i.test(link) && linkText.trim() !== link) add(` <${link.slice(0, 2000)}>`)
      link = ''
    },
    toString: () => lines.toString(),
  }
}

/** Numbers the items of lists. */
function createLists() {
  /** The last number in each list that is open; undefined in lists without numbers. */
  const open: (number | undefined)[] = []
  return {
    /** Returns the number of an item. */
    open(name: string, attributes: ReadonlyMap<string, string>): number | undefined {
      const start = attributes.get('start') ?? ''
      if (name === 'ul') open.push(undefined)
      if (name === 'ol') open.push(/^\d{1,6}$/.test(start) ? Number(start) - 1 : 0)
      const last = open.at(-1)
      if (name !== 'li' || last === undefined) return undefined
      open[open.length - 1] = last + 1
      return last + 1
    },
    close(name: string): void {
      if (name === 'ul' || name === 'ol') open.pop()
    },
  }
}
