// Builds what browsers get, and nothing else: while one works on the pages.
import { fileURLToPath } from 'node:url'
import { buildAssets } from './assets.js'

await buildAssets(fileURLToPath(new URL('../dist/assets', import.meta.url)))
