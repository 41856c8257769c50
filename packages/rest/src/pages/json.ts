// JSON as markup: what a reader would copy from it is JSON again, with the same meaning.
import { escaped, visible } from './text.js'
import { referenceOf, referenceOfKey, type ReferenceContext } from './references.js'

/** Ends a text of several lines, which stands in a block of its own. */
const endOfLines = '</q>'

/** Lists of a few short values stand on one line up to this many characters. */
const lineLength = 80

/** Writes a value. `root` leads from the page to the root of the API. */
export function writeMarkup(value: unknown, root: string): string {
  return write(value, { key: '', holder: {}, of: '', product: undefined }, { root, indent: '\n' })
}

interface Place {
  readonly root: string
  /** A line break and the blanks of this level. */
  readonly indent: string
}

function write(value: unknown, spot: ReferenceContext, place: Place): string {
  if (Array.isArray(value)) return writeList(value, spot, place)
  if (typeof value === 'object' && value !== null) return writeObject(value as ReferenceContext['holder'], spot, place)
  if (typeof value !== 'string' && typeof value !== 'number') return `<span class="v">${String(value)}</span>`
  return linked(
    typeof value === 'string' ? writeText(value) : `<span class="v">${value}</span>`,
    hrefOf(value, spot, place.root),
  )
}

function writeList(list: readonly unknown[], spot: ReferenceContext, place: Place): string {
  if (list.length === 0) return '[]'
  const inner = { ...place, indent: `${place.indent}  ` }
  const items = list.map((item) => write(item, spot, inner))
  const isShort = list.every((item) => typeof item !== 'object') && JSON.stringify(list).length <= lineLength
  if (isShort) return `[${items.join(', ')}]`
  return `[${items.map((item) => inner.indent + item).reduce(withComma)}${place.indent}]`
}

function writeObject(holder: ReferenceContext['holder'], spot: ReferenceContext, place: Place): string {
  const entries = Object.entries(holder)
  if (entries.length === 0) return '{}'
  const inner = { ...place, indent: `${place.indent}  ` }
  const product = productOf(holder, spot)
  const lines = entries.map(([key, value]) => {
    const reference = referenceOfKey(key, spot.key)
    // What an id maps to is a member of what the map is called.
    const within = /^\d+$/.test(key) ? { ...spot, product } : { key, holder, of: spot.key, product }
    const name = linked(
      `<span class="k">${markup(key)}</span>`,
      reference === undefined ? undefined : place.root + reference,
    )
    return `${inner.indent}${name}: ${write(value, within, inner)}`
  })
  return `{${lines.reduce(withComma)}${place.indent}}`
}

/** A comma after a block would stand alone on a line, so it goes into the block. */
function withComma(before: string, next: string): string {
  const isBlock = before.endsWith(endOfLines)
  return isBlock ? `${before.slice(0, -endOfLines.length)},${endOfLines}${next}` : `${before},${next}`
}

function productOf(holder: ReferenceContext['holder'], { key, product }: ReferenceContext): string | undefined {
  const own = key === 'products' ? holder['name'] : holder['product']
  return typeof own === 'string' ? own : product
}

/** A text over several lines shows them: its line ends break the line as well. */
function writeText(text: string): string {
  const lines = markup(text).replace(/\\./g, (part) => (part === '\\n' ? '<span class="n">\\n</span>' : part))
  return text.includes('\n') ? `<q class="t">${lines}${endOfLines}` : `<span class="t">${lines}</span>`
}

/** The text as JSON writes it, between quotes. */
function markup(text: string): string {
  return escaped(visible(JSON.stringify(text)))
}

function hrefOf(value: string | number, spot: ReferenceContext, root: string): string | undefined {
  const reference = referenceOf(value, spot)
  if (reference !== undefined) return root + reference
  return typeof value === 'string' && /^https?:\/\/\S+$/i.test(value) && URL.canParse(value) ? value : undefined
}

function linked(content: string, href: string | undefined): string {
  if (href === undefined) return content
  const isElsewhere = /^https?:/i.test(href)
  return `<a href="${escaped(href)}"${isElsewhere ? ' rel="noopener noreferrer nofollow"' : ''}>${content}</a>`
}
