// Writes the files that follow from the operations and their schemas: the types of packages/types/src/generated, the names
// of all operations (packages/core/src/tracker/generated), the routes and answers of packages/client/src/generated, the
// fields of administrators' forms and the names of parameters (packages/web/src/generated), docs/rest.md, and the floors in
// docs/architecture.md; the icons of the pages; and the tables of measurements from bench/results. With --check it writes
// nothing and fails if a file is stale or a field has no description; with --missing it lists such fields.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from 'prettier'
import { documents, withFigures } from '../../bench/docs/with-figures.js'
import { readResults } from '../../bench/results.js'
import { operations } from '../../packages/core/src/tracker/operations.js'
import { parameterNames } from '../../packages/core/src/setup/parameters.js'
import { createDocument } from '../../packages/rest/src/openapi/document.js'
import { routes } from '../../packages/rest/src/routes/index.js'
import { adminFields, parameterType } from './admin-fields.js'
import { clientRoutes } from './client.js'
import { withFloors } from './floors.js'
import { iconFiles } from './icons.js'
import { operationTypes } from './operations.js'
import { restInMarkdown } from './rest.js'
import { operationNames } from './verbs.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isCheck = process.argv.includes('--check')

function settle(path: string, wanted: string): void {
  const file = join(root, path)
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) return
  if (isCheck) {
    console.error(`${path} is stale: npm run generate`)
    process.exitCode = 1
  } else {
    writeFileSync(file, wanted)
    console.log(`${path} written`)
  }
}

const { operations: types, objects, missing } = operationTypes(operations)
const style = JSON.parse(readFileSync(join(root, '.prettierrc'), 'utf8')) as object
const inStyle = (code: string) => format(code, { ...style, parser: 'typescript' })
settle('packages/types/src/generated/operations.ts', await inStyle(types))
settle('packages/types/src/generated/objects.ts', await inStyle(objects))
settle('packages/core/src/tracker/generated/verbs.ts', await inStyle(operationNames(operations)))
settle('packages/client/src/generated/routes.ts', await inStyle(clientRoutes(operations, routes)))
settle('packages/web/src/generated/admin-fields.ts', await inStyle(adminFields(operations)))
const icons = await iconFiles(join(root, 'packages/web/package.json'))
settle('packages/web/src/generated/icons.ts', await inStyle(icons.module))
settle('packages/web/src/generated/marks.svg', icons.picture)
settle('packages/web/src/generated/marks.css', await format(icons.style, { ...style, parser: 'css' }))
settle('packages/web/src/generated/parameter-names.ts', await inStyle(parameterType(parameterNames)))
const architecture = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
settle('docs/architecture.md', withFloors(architecture, join(root, 'scripts/floors.json')))
settle('docs/rest.md', restInMarkdown(createDocument(routes, '/rest')))
for (const path of documents) settle(path, withFigures(readFileSync(join(root, path), 'utf8'), readResults))

if (isCheck || process.argv.includes('--missing')) {
  for (const field of missing) console.error(`${field} does not say what it is: .meta({ description })`)
  if (missing.length > 0) process.exitCode = 1
}
