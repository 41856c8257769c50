// The text of an HTML message: only tokens, because a tree of hostile HTML takes minutes.
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { createQuotedElements } from './quoted-elements.js'

/** Characters that are read. */
const longestHtml = 300_000

const breaks = new Set([
  'br',
  'p',
  'div',
  'tr',
  'li',
  'ul',
  'ol',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'pre',
  'blockquote',
  'dt',
  'dd',
  'section',
  'article',
  'header',
  'footer',
  'address',
  'center',
])
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
  const state = {
    out: [] as string[],
    hasText: false,
    silent: 0,
    isOver: false,
    tag: undefined as Tag | undefined,
    link: '',
  }
  let [attribute, value, linkText] = ['', '', '']
  const quotes = createQuotedElements()

  const add = (piece: string) => {
    if (state.silent > 0 || state.isOver) return
    linkText += piece
    state.hasText ||= piece.trim() !== ''
    state.out.push(piece)
  }
  const addBreak = () => add(quotes.isInside() ? '\n> ' : '\n')
  const open = () => {
    if (state.tag && !state.isOver) begin(state.tag)
  }
  const begin = ({ name, attributes }: Tag) => {
    if (silent.has(name)) state.silent++
    if (state.hasText && quoteIds.includes(attributes.get('id') ?? '')) state.isOver = true
    if (quotes.open(name, attributes) || breaks.has(name)) addBreak()
    else if (cells.has(name)) add(' ')
    if (name !== 'a') return
    ;[state.link, linkText] = [attributes.get('href') ?? '', '']
  }
  const close = (name: string) => {
    if (silent.has(name) && state.silent > 0) state.silent--
    const wasQuoted = quotes.isInside()
    quotes.close(name)
    const isBreak = breaks.has(name) && name !== 'br' && name !== 'li'
    if (isBreak || wasQuoted !== quotes.isInside()) addBreak()
    if (name !== 'a' || state.link === '') return
    const isShown = /^https?:/i.test(state.link) && linkText.trim() !== state.link
    if (isShown) add(` <${state.link.slice(0, 2000)}>`)
    state.link = ''
  }
  const callbacks: TokenizerCallbacks = {
    ontext: (start, end) => add(text.slice(start, end).replace(/\s+/g, ' ')),
    ontextentity: (codepoint) => add(String.fromCodePoint(codepoint).replace(/[\n\r]/, ' ')),
    onopentagname: (start, end) =>
      void (state.tag = { name: text.slice(start, end).toLowerCase(), attributes: new Map() }),
    onopentagend: open,
    onselfclosingtag: open,
    onclosetag: (start, end) => close(text.slice(start, end).toLowerCase()),
    onattribname: (start, end) => void ([attribute, value] = [text.slice(start, end).toLowerCase(), '']),
    onattribdata: (start, end) => void (value += text.slice(start, end)),
    onattribentity: (codepoint) => void (value += String.fromCodePoint(codepoint)),
    onattribend: () => void state.tag?.attributes.set(attribute, value),
    ...ignored,
  }
  const tokenizer = new Tokenizer({ decodeEntities: true, xmlMode: false }, callbacks)
  tokenizer.write(text)
  tokenizer.end()
  return tidy(state.out.join(''))
}

/** Line by line: without spaces around lines, without empty lines in quotes, and with single empty lines elsewhere. */
function tidy(text: string): string {
  const lines: string[] = []
  for (const line of text.split('\n').map((one) => one.trim()))
    if (line !== '>' && (line !== '' || lines.at(-1) !== '')) lines.push(line)
  return lines.join('\n').trim()
}
