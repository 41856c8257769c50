// The text of an HTML message: only tokens, because a tree of hostile HTML takes minutes.
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

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
  'hr',
  'pre',
  'blockquote',
])
const silent = new Set(['head', 'style', 'script', 'title', 'template', 'noscript'])
/** Elements that begin what is quoted: nothing after them is new. */
const quoteClasses = ['gmail_quote', 'gmail_attr', 'moz-cite-prefix', 'yahoo_quoted', 'protonmail_quote']
const quoteIds = ['divRplyFwdMsg', 'appendonsend']

interface Tag {
  name: string
  readonly attributes: Map<string, string>
}

/** Text with `<url>` behind links, without elements. */
export function htmlToText(html: string): string {
  const text = html.slice(0, longestHtml)
  const state = {
    out: [] as string[],
    silent: 0,
    isOver: false,
    tag: undefined as Tag | undefined,
    link: '',
  }
  let [attribute, value, linkText] = ['', '', '']

  const add = (piece: string) => {
    if (state.silent > 0 || state.isOver) return
    linkText += piece
    state.out.push(piece)
  }
  const open = () => {
    if (state.tag && !state.isOver) begin(state.tag)
  }
  const begin = ({ name, attributes }: Tag) => {
    if (silent.has(name)) state.silent++
    if (state.out.length > 0 && startsQuote(name, attributes)) state.isOver = true
    if (breaks.has(name)) add('\n')
    if (name !== 'a') return
    ;[state.link, linkText] = [attributes.get('href') ?? '', '']
  }
  const close = (name: string) => {
    if (silent.has(name) && state.silent > 0) state.silent--
    if (breaks.has(name) && name !== 'br' && name !== 'li') add('\n')
    if (name !== 'a' || state.link === '') return
    const isShown = /^https?:/i.test(state.link) && linkText.trim() !== state.link
    if (isShown) add(` <${state.link.slice(0, 2000)}>`)
    state.link = ''
  }
  const none = () => undefined
  const callbacks: TokenizerCallbacks = {
    ontext: (start, end) => add(text.slice(start, end).replace(/\s+/g, ' ')),
    ontextentity: (codepoint) => add(String.fromCodePoint(codepoint)),
    onopentagname: (start, end) =>
      void (state.tag = { name: text.slice(start, end).toLowerCase(), attributes: new Map() }),
    onopentagend: open,
    onselfclosingtag: open,
    onclosetag: (start, end) => close(text.slice(start, end).toLowerCase()),
    onattribname: (start, end) => void ([attribute, value] = [text.slice(start, end).toLowerCase(), '']),
    onattribdata: (start, end) => void (value += text.slice(start, end)),
    onattribentity: (codepoint) => void (value += String.fromCodePoint(codepoint)),
    onattribend: () => void state.tag?.attributes.set(attribute, value),
    ...{ oncdata: none, oncomment: none, ondeclaration: none, onprocessinginstruction: none, onend: none },
  }
  const tokenizer = new Tokenizer({ decodeEntities: true, xmlMode: false }, callbacks)
  tokenizer.write(text)
  tokenizer.end()
  return tidy(state.out.join(''))
}

function startsQuote(name: string, attributes: ReadonlyMap<string, string>): boolean {
  if (name === 'blockquote' && attributes.get('type') === 'cite') return true
  const classes = (attributes.get('class') ?? '').slice(0, 500).split(/\s+/)
  return classes.some((one) => quoteClasses.includes(one)) || quoteIds.includes(attributes.get('id') ?? '')
}

/** Line by line: without spaces around lines, and without more than one empty line. */
function tidy(text: string): string {
  const lines: string[] = []
  for (const line of text.split('\n').map((one) => one.trim())) if (line !== '' || lines.at(-1) !== '') lines.push(line)
  return lines.join('\n').trim()
}
