// markdown-it as it is used here: CommonMark with the tables and the strikethrough of GFM, and the boxes of tasks.
import MarkdownIt, { type Env, type MarkdownIt as Reader, type StateBlock, type Token } from 'markdown-it'
import { TooLarge } from './too-large.js'

/** Containers within one another. Beyond them markdown-it leaves text out, so such a text is not formatted at all. */
const mostContainers = 60

/** Pictures within the descriptions of pictures. */
const mostImages = 10

/** A task at the beginning of an item of a list, as `meta` of the item. */
export interface Task {
  readonly checked: boolean
  readonly offset: number
}

/**
 * Returns the tokens of a text, or undefined when it is too deep.
 *
 * @throws TooLarge if it has more than `mostBlocks` tokens outside of lines
 */
export function readTokens(reader: Reader, text: string, mostBlocks: number): Token[] | undefined {
  // Shared by everything that is read of one text.
  const environment: Env = { mostBlocks }
  const tokens = reader.parse(text, environment)
  return environment['isTooDeep'] === true ? undefined : tokens
}

/** A reader to whom only links with allowed addresses are links. */
export function createReader(isAllowed: (url: string) => boolean): Reader {
  const reading = new MarkdownIt({
    ...{ html: false, linkify: false, breaks: true, typographer: false },
    maxNesting: mostContainers,
  })
  reading.validateLink = isAllowed
  const { block, inline, core } = reading
  const readBlocks = block.tokenize.bind(block)
  block.tokenize = (state, from, to) => {
    if (state.level >= mostContainers) state.env['isTooDeep'] = true
    if (state.level === 0) limitBlocks(state)
    readBlocks(state, from, to)
  }
  const readInline = inline.parse.bind(inline)
  inline.parse = (source, it, environment, tokens) => {
    const images = Number(environment['images'] ?? 0)
    if (images > mostImages) {
      environment['isTooDeep'] = true
      return
    }
    environment['images'] = images + 1
    readInline(source, it, environment, tokens)
    environment['images'] = images
  }
  core.ruler.before('inline', 'tasks', ({ src, tokens }) => markTasks(src, tokens))
  return reading
}

/**
 * Stops while tokens are made, because a few lines can be a table of very many cells. Tokens within lines need no such limit: each
 * takes at least one character.
 */
function limitBlocks(state: StateBlock): void {
  const push = state.push.bind(state)
  let left = Number(state.env['mostBlocks'])
  state.push = (type, tag, nesting) => {
    // Definitions of references are not nodes of the tree.
    if (type !== 'reference_definition' && --left < 0) throw new TooLarge()
    return push(type, tag, nesting)
  }
}

/** Takes `[ ] ` and `[x] ` from the beginning of items. */
function markTasks(source: string, tokens: readonly Token[]): void {
  let lines: number[] | undefined
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'list_item_open' || tokens[index + 1]?.type !== 'paragraph_open') continue
    const inline = tokens[index + 2]
    if (!inline?.map || !/^\[[ xX]\][ \t]/.test(inline.content)) continue
    lines ??= lineStarts(source)
    // Marks of containers, which precede it on its line, contain no bracket.
    const offset = source.indexOf('[', lines[inline.map[0]])
    token.meta = { checked: inline.content[1] !== ' ', offset } satisfies Task
    inline.content = inline.content.slice(4)
  }
}

function lineStarts(source: string): number[] {
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
