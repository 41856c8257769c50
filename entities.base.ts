// Bundles of markdown-it use smaller modules for character references, addresses, names of hosts, and categories of characters.
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'

const source = (name: string) => fileURLToPath(new URL(`packages/markdown/src/${name}.ts`, import.meta.url))

export const replacements = [
  { find: /^entities$/, replacement: source('entities') },
  { find: /^linkify-it$/, replacement: source('no-linkify') },
  { find: /^punycode\.js$/, replacement: source('host-names') },
  { find: /^uc\.micro$/, replacement: source('punctuation') },
]

export const smallEntities: Plugin = {
  name: 'small-entities',
  setup(building) {
    for (const { find, replacement } of replacements)
      building.onResolve({ filter: find }, () => ({ path: replacement }))
  },
}
