// The elements and attributes that texts may produce.
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import type { AddressOf } from '../src/links.js'

type Node = DefaultTreeAdapterTypes.ChildNode

/** Addresses of what texts refer to. */
export const hrefOf: AddressOf = (target) =>
  target.kind === 'url' ? target.url : target.kind === 'commit' ? null : `https://bugs.example.com/${target.kind}`

const elements = /^(p|strong|em|del|code|pre|blockquote|ul|ol|li|table|tbody|tr|th|td|hr|br|a)$/
const attributes: Readonly<Record<string, RegExp>> = {
  href: /^(https?:\/\/|mailto:)/i,
  title: /^/,
  align: /^(left|center|right)$/,
  start: /^\d+$/,
}

/** Throws at elements and attributes that no text may produce. A loop, since the tree may be deep. */
export function requireHarmless(html: string): void {
  const open: Node[] = [...parseFragment(html).childNodes]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.nodeName === '#text') continue
    if (!('tagName' in node) || !elements.test(node.tagName))
      throw new Error(`<${node.nodeName}> in ${html.slice(0, 200)}`)
    for (const { name, value } of node.attrs)
      if (!attributes[name]?.test(value)) throw new Error(`${name}="${value.slice(0, 100)}" in <${node.tagName}>`)
    open.push(...node.childNodes)
  }
}
