import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.js'
import { smallEntities } from '../../entities.base.js'

const base = library(['src/index.ts', 'src/as-markdown.ts', 'src/links.ts'])

export default defineConfig({ ...base, esbuildPlugins: [smallEntities, ...base.esbuildPlugins] })
