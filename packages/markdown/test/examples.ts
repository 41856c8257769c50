// A tree in the HTML that the examples of CommonMark and GFM are written in.
import type { Block, Inline, Root } from '../src/index.js'

export function exampleHtml(root: Root | null): string {
  return (root?.children ?? []).map(block).join('')
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function block(node: Block): string {
  switch (node.type) {
    case 'paragraph':
      return node.isTight ? inlines(node.children) : `<p>${inlines(node.children)}</p>\n`
    case 'heading':
      return `<h${node.depth}>${inlines(node.children)}</h${node.depth}>\n`
    case 'quote':
      return `<blockquote>\n${node.children.map(block).join('')}</blockquote>\n`
    case 'list': {
      const items = node.items.map(({ checked, children }) => {
        const box = checked === null ? '' : `<input ${checked ? 'checked="" ' : ''}disabled="" type="checkbox"> `
        const written = children.map((child, index) => {
          const isText = child.type === 'paragraph' && child.isTight
          const breakBefore = !isText && (index === 0 || isTightText(children[index - 1]))
          return `${breakBefore ? '\n' : ''}${block(child)}`
        })
        return `<li>${box}${written.join('')}</li>\n`
      })
      if (node.start === null) return `<ul>\n${items.join('')}</ul>\n`
      return `<ol${node.start === 1 ? '' : ` start="${node.start}"`}>\n${items.join('')}</ol>\n`
    }
    case 'code':
      return `<pre><code${node.lang === '' ? '' : ` class="language-${escaped(node.lang.split(/\s/)[0] ?? '')}"`}>${escaped(node.text)}</code></pre>\n`
    case 'table': {
      const rows = node.rows.map((cells, index) => {
        const tag = index === 0 ? 'th' : 'td'
        const row = cells.map((cell, column) => {
          const side = node.align[column]
          return `<${tag}${side ? ` align="${side}"` : ''}>${inlines(cell)}</${tag}>\n`
        })
        return `<tr>\n${row.join('')}</tr>\n`
      })
      const body = rows.length > 1 ? `<tbody>\n${rows.slice(1).join('')}</tbody>\n` : ''
      return `<table>\n<thead>\n${rows[0]}</thead>\n${body}</table>\n`
    }
    case 'rule':
      return '<hr />\n'
  }
}

const isTightText = (node: Block | undefined) => node?.type === 'paragraph' && node.isTight

const inlines = (nodes: readonly Inline[]): string => nodes.map(inline).join('')

const tags = { emphasis: 'em', strong: 'strong', delete: 'del' } as const

function inline(node: Inline): string {
  switch (node.type) {
    case 'text':
      return escaped(node.text)
    case 'break':
      return '\n'
    case 'code':
      return `<code>${escaped(node.text)}</code>`
    case 'link':
      return `<a href="${escaped(node.url)}"${titled(node.title)}>${inlines(node.children)}</a>`
    case 'image':
      return `<img src="${escaped(node.url)}" alt="${escaped(node.alt)}" />`
    case 'emphasis':
    case 'strong':
    case 'delete':
      return `<${tags[node.type]}>${inlines(node.children)}</${tags[node.type]}>`
  }
}

const titled = (title: string) => (title === '' ? '' : ` title="${escaped(title)}"`)
