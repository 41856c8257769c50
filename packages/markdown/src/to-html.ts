// Writes the tree as HTML, for email and programs. No text can produce images, styles, classes, forms or scripts.
import { attachmentOf } from './allowed-url.js'
import { linksIn, type AddressOf } from './links.js'
import type { Alignment, Block, Inline, ListItem, Root } from './tree.js'

/** Links that are found in the words of one text. */
const mostLinks = 200

interface Writing {
  readonly addressOf: AddressOf
  links: number
}

/** Writes a tree as HTML. `href` makes the addresses of links; where it answers null the words stay without one. */
export function toHtml(root: Root, { href }: { readonly href: AddressOf }): string {
  return blocks(root.children, { addressOf: href, links: mostLinks })
}

/** A text that is not formatted, as HTML. */
export function textToHtml(text: string): string {
  return `<pre>${escaped(text)}</pre>\n`
}

const blocks = (nodes: readonly Block[], writing: Writing): string => nodes.map((node) => block(node, writing)).join('')

function block(node: Block, writing: Writing): string {
  switch (node.type) {
    case 'paragraph':
      return node.isTight ? inlines(node.children, writing) : `<p>${inlines(node.children, writing)}</p>\n`
    case 'heading':
      return `<p><strong>${inlines(node.children, writing)}</strong></p>\n`
    case 'quote':
      return `<blockquote>\n${blocks(node.children, writing)}</blockquote>\n`
    case 'list': {
      const items = node.items.map((one) => item(one, writing)).join('')
      if (node.start === null) return `<ul>\n${items}</ul>\n`
      return `<ol${node.start === 1 ? '' : ` start="${node.start}"`}>\n${items}</ol>\n`
    }
    case 'code':
      return `<pre><code>${escaped(node.text)}</code></pre>\n`
    case 'table':
      return table(node.rows, node.align, writing)
    case 'rule':
      return '<hr>\n'
  }
}

function item({ checked, children }: ListItem, writing: Writing): string {
  const box = checked === null ? '' : checked ? '\u2611 ' : '\u2610 '
  return `<li>${box}${blocks(children, writing)}</li>\n`
}

function table(
  rows: readonly (readonly (readonly Inline[])[])[],
  align: readonly Alignment[],
  writing: Writing,
): string {
  const written = rows.map((cells, index) => {
    const tag = index === 0 ? 'th' : 'td'
    const row = cells.map((cell, column) => {
      const side = align[column]
      return `<${tag}${side ? ` align="${side}"` : ''}>${inlines(cell, writing)}</${tag}>`
    })
    return `<tr>${row.join('')}</tr>\n`
  })
  return `<table>\n${written.join('')}</table>\n`
}

const inlines = (nodes: readonly Inline[], writing: Writing, isInLink = false): string =>
  nodes.map((node) => inline(node, writing, isInLink)).join('')

const tags = { emphasis: 'em', strong: 'strong', delete: 'del' } as const

function inline(node: Inline, writing: Writing, isInLink: boolean): string {
  switch (node.type) {
    case 'text':
      return isInLink ? escaped(node.text) : withLinks(node.text, writing)
    case 'break':
      return '<br>\n'
    case 'code':
      return `<code>${escaped(node.text)}</code>`
    case 'link':
      return link(node.url, node.title, inlines(node.children, writing, true), writing)
    case 'image':
      return isInLink ? escaped(node.alt) : link(node.url, '', escaped(node.alt || node.url), writing)
    case 'emphasis':
    case 'strong':
    case 'delete':
      return `<${tags[node.type]}>${inlines(node.children, writing, isInLink)}</${tags[node.type]}>`
  }
}

function link(url: string, title: string, content: string, { addressOf }: Writing): string {
  const attachment = attachmentOf(url)
  const href = addressOf(
    attachment === undefined ? { kind: 'url', url } : { kind: 'attachment', id: String(attachment) },
  )
  return href === null ? content : anchor(href, title, content)
}

function withLinks(text: string, writing: Writing): string {
  const pieces = linksIn(text, writing.links, writing.addressOf)
  writing.links -= pieces.length
  let at = 0
  let written = ''
  for (const { from, to, href } of pieces) {
    written += escaped(text.slice(at, from)) + anchor(href, '', escaped(text.slice(from, to)))
    at = to
  }
  return written + escaped(text.slice(at))
}

function anchor(href: string, title: string, content: string): string {
  return `<a href="${escaped(href)}"${title === '' ? '' : ` title="${escaped(title)}"`}>${content}</a>`
}

const characters: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => characters[character] ?? '')
}
