// Sets the version in every package.json: `npm run release:version -- 0.2.0`. Changesets cannot do it before 1.0.0: a minor version of
// core leaves the peer ranges of its dependents, so all packages would become 1.0.0.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

process.chdir(join(import.meta.dirname, '..'))
const [version = ''] = process.argv.slice(2)
if (!/^\d{1,5}\.\d{1,5}\.\d{1,5}$/.test(version)) throw new Error(`'${version}' is not a version such as 0.2.0`)

const files = execFileSync('git', ['ls-files', 'package.json', '*/package.json'], { encoding: 'utf8' })
  .trim()
  .split('\n')
for (const file of files) {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/^ {2}"version": "[^"]*"/m, `  "version": "${version}"`))
}
