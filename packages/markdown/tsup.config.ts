import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.js'
import { smallEntities } from './build/small-entities.js'

export default defineConfig({
  ...library(['src/index.ts', 'src/links.ts']),
  esbuildPlugins: [smallEntities],
})
