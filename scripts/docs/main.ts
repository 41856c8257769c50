// Writes docs/rest.md from the description of the API. With --check it writes nothing and fails when the page is not what it
// would write.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createDocument } from '../../packages/rest/src/openapi/document.js'
import { routes } from '../../packages/rest/src/routes/index.js'
import { restInMarkdown } from './markdown.js'

const file = fileURLToPath(new URL('../../docs/rest.md', import.meta.url))
const isCheck = process.argv.includes('--check')
const wanted = restInMarkdown(createDocument(routes, '/rest'))

if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
  if (isCheck) {
    console.error('docs/rest.md is stale: npm run docs')
    process.exitCode = 1
  } else {
    writeFileSync(file, wanted)
    console.log('docs/rest.md written')
  }
}
