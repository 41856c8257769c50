// In what is built of markdown-it, the character references are those of `src/entities.ts`.
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'

export const entities = fileURLToPath(new URL('packages/markdown/src/entities.ts', import.meta.url))

export const smallEntities: Plugin = {
  name: 'small-entities',
  setup(building) {
    building.onResolve({ filter: /^entities$/ }, () => ({ path: entities }))
  },
}
