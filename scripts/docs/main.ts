// Gathers what comments say of operations for the description of the API, and writes docs/rest.md from that description.
// With --check it writes nothing and fails when a file is not what it would write.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from 'prettier'
import { readComments } from './comments.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isCheck = process.argv.includes('--check')
const style = JSON.parse(readFileSync(join(root, '.prettierrc'), 'utf8')) as object

async function settle(path: string, wanted: string): Promise<void> {
  const file = join(root, path)
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) return
  if (isCheck) {
    console.error(`${path} is stale: npm run docs`)
    process.exitCode = 1
  } else {
    writeFileSync(file, wanted)
    console.log(`${path} written`)
  }
}

const comments = await format(JSON.stringify(readComments(root)), { ...style, parser: 'json' })
await settle('packages/rest/src/openapi/descriptions.json', comments)
// These read what was written just now.
const { createDocument } = await import('../../packages/rest/src/openapi/document.js')
const { routes } = await import('../../packages/rest/src/routes/index.js')
const { restInMarkdown } = await import('./markdown.js')
await settle('docs/rest.md', restInMarkdown(createDocument(routes, '/rest')))
