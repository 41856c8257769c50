// An answer as a page for people: the same JSON, indented and coloured, with links. Nothing in it can run or load anything.
import { writeMarkup, type Links } from './json.js'
import { escaped, visible } from './text.js'
import { policyWith } from './policy.js'
import { style } from './style.js'
import { decodeLeniently } from '../http/request/target.js'

export interface Page {
  /** The segments of the path below `/rest`, encoded; undefined outside of it. */
  readonly segments: readonly string[] | undefined
  readonly status: number
  /** Parsed from JSON. */
  readonly value: unknown
  /** Where the next page of a list is. */
  readonly next: string | undefined
  /** Undefined without an operation. */
  readonly links: Links | undefined
  /** Where the same is among the pages for people, from the folder above `/rest`; undefined when there are none. */
  readonly inTracker: string | undefined
}

export const pagePolicy = policyWith("'none'")

/** A deeper path has empty segments, as no path of the API has as many. Each of them would make every link longer. */
const deepest = 20

/**
 * Writes the page. Its links are relative to its own address, so they hold wherever a proxy has put the tracker, and no address
 * can turn them to another host.
 */
export function writePage({ segments, status, value, next, links, inTracker }: Page): string {
  const depth = Math.max(0, (segments?.length ?? 1) - 1)
  const root = '../'.repeat(depth)
  const heading = headingOf(segments ?? [], status, value)
  const message = messageOf(value)
  const related = status === 200 ? relatedTo(segments ?? []) : []
  const leading = [
    ...related,
    ...(next === undefined ? [] : [{ text: 'Next page', href: next }]),
    ...(inTracker === undefined ? [] : [{ text: 'Open in the tracker', href: `../${inTracker}` }]),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escaped(visible(shortened(heading, 100)))}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1${status === 200 ? '' : ' class="error"'}><bdi>${escaped(visible(shortened(heading, 300)))}</bdi></h1>
${message === undefined ? '' : `<p><bdi>${escaped(visible(message))}</bdi></p>\n`}${navigation(leading, root)}</header>
<main><pre>${writeMarkup(value, root, depth > deepest ? undefined : links)}</pre></main>
</body>
</html>
`
}

interface Link {
  readonly text: string
  /** Below the root of the API, or a query on the same path. */
  readonly href: string
}

function navigation(links: readonly Link[], root: string): string {
  if (links.length === 0) return ''
  const items = links.map(({ text, href }) => {
    const target = href.startsWith('?') ? href : root + href
    return `<a href="${escaped(target)}">${escaped(text)}</a>`
  })
  return `<nav>${items.join('\n')}</nav>\n`
}

const partsOfBug = { '': 'Bug', comment: 'Comments', history: 'History', attachment: 'Attachments' }
type PartOfBug = keyof typeof partsOfBug

function partOfBug([kind, id = '', part = '', ...more]: readonly string[]): PartOfBug | undefined {
  if (kind !== 'bug' || more.length > 0 || /^(comment|attachment|count|possible_duplicates|)$/.test(id))
    return undefined
  return Object.hasOwn(partsOfBug, part) ? (part as PartOfBug) : undefined
}

/** From each page about a bug to the others. */
function relatedTo(segments: readonly string[]): Link[] {
  const part = partOfBug(segments)
  if (part === undefined) return []
  const bug = `bug/${segments[1]}`
  return Object.entries(partsOfBug)
    .filter(([other]) => other !== part)
    .map(([other, text]) => ({ text, href: other === '' ? bug : `${bug}/${other}` }))
}

function headingOf(segments: readonly string[], status: number, value: unknown): string {
  const { bugs, code } = asObject(value)
  if (status !== 200) return typeof code === 'number' ? `Error ${code}` : `Status ${status}`
  const [first, second] = Array.isArray(bugs) ? (bugs as readonly unknown[]) : []
  const { id, summary } = asObject(first)
  if (second === undefined && typeof id === 'number' && typeof summary === 'string') return `Bug ${id}: ${summary}`
  const part = partOfBug(segments)
  if (part) return `Bug ${decodeLeniently(segments[1] ?? '')}: ${partsOfBug[part]}`
  return segments
    .filter((segment) => segment !== '')
    .map(decodeLeniently)
    .join(' / ')
}

function messageOf(value: unknown): string | undefined {
  const { error, message } = asObject(value)
  return error === true && typeof message === 'string' ? message : undefined
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function shortened(text: string, limit: number): string {
  const characters = Array.from(text.slice(0, 2 * limit + 2))
  return characters.length > limit ? `${characters.slice(0, limit).join('')}…` : text
}
