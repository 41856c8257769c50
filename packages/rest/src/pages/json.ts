// JSON as markup: copying the displayed text gives JSON with the same meaning.
import { escaped, visible } from './text.js'
import { productOf, type ReferenceContext, type References, type ResolveReference } from './references.js'

/** Ends a text of several lines, which is a separate block. */
const endOfLines = '</q>'

/** Lists of a few short values are one line up to this many characters. */
const lineLength = 80

/** The things that the values of an answer name, and their addresses. */
export interface Links {
  readonly references: References | undefined
  readonly resolve: ResolveReference
}

/** Writes a value. `root` leads from the page to the root of the API. */
export function writeMarkup(value: unknown, root: string, links?: Links): string {
  const spot = { references: links?.references, holder: {}, product: undefined }
  return write(value, spot, { root, resolve: links?.resolve, indent: '\n' })
}

/** The context of a value. */
interface Spot extends ReferenceContext {
  readonly references: References | undefined
}

interface Place {
  readonly root: string
  readonly resolve: ResolveReference | undefined
  /** A line break and the blanks of this level. */
  readonly indent: string
}

function write(value: unknown, spot: Spot, place: Place): string {
  if (Array.isArray(value)) return writeList(value, spot, place)
  if (typeof value === 'object' && value !== null) return writeObject(value as ReferenceContext['holder'], spot, place)
  if (typeof value !== 'string' && typeof value !== 'number') return `<span class="v">${String(value)}</span>`
  return linked(
    typeof value === 'string' ? writeText(value) : `<span class="v">${value}</span>`,
    hrefOf(value, spot, place) ?? addressIn(value),
  )
}

function writeList(list: readonly unknown[], spot: Spot, place: Place): string {
  if (list.length === 0) return '[]'
  const inner = { ...place, indent: `${place.indent}  ` }
  const items = list.map((item) => write(item, spot, inner))
  const isShort = list.every((item) => typeof item !== 'object') && JSON.stringify(list).length <= lineLength
  if (isShort) return `[${items.join(', ')}]`
  return `[${withCommas(items.map((item) => inner.indent + item))}${place.indent}]`
}

function writeObject(holder: ReferenceContext['holder'], { references, ...around }: Spot, place: Place): string {
  const entries = Object.entries(holder)
  if (entries.length === 0) return '{}'
  const inner = { ...place, indent: `${place.indent}  ` }
  const product = productOf(holder, references, around.product)
  const lines = entries.map(([key, value]) => {
    const within = { references: references?.fields?.get(key) ?? references?.values, holder, product }
    const href = hrefOf(key, { ...within, references: references?.keys }, place)
    return `${inner.indent}${linked(`<span class="k">${markup(key)}</span>`, href)}: ${write(value, within, inner)}`
  })
  return `{${withCommas(lines)}${place.indent}}`
}

function withCommas(items: readonly string[]): string {
  const last = items.length - 1
  return items.map((item, at) => (at < last ? withComma(item) : item)).join('')
}

/** Puts the comma into a block, because it would get its own line after it. */
function withComma(item: string): string {
  return item.endsWith(endOfLines) ? `${item.slice(0, -endOfLines.length)},${endOfLines}` : `${item},`
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

function hrefOf(value: string | number, spot: Spot, { root, resolve }: Place): string | undefined {
  const path = resolve?.(spot.references?.ref, value, spot)
  return path === undefined ? undefined : root + path
}

/** The text itself where it is an address. */
function addressIn(value: string | number): string | undefined {
  return typeof value === 'string' && /^https?:\/\/\S+$/i.test(value) && URL.canParse(value) ? value : undefined
}

function linked(content: string, href: string | undefined): string {
  if (href === undefined) return content
  const isElsewhere = /^https?:/i.test(href)
  return `<a href="${escaped(href)}"${isElsewhere ? ' rel="noopener noreferrer nofollow"' : ''}>${content}</a>`
}
