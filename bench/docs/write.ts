// `npm run bench -- docs`: writes the tables of the documents, and names results that are old.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { commandOf, commitsSince, readResults } from '../results.js'
import { documents, withFigures } from './with-figures.js'

/** After this many later commits that change packages, results are old. */
const old = 60

export function writeDocuments(): void {
  for (const path of documents) {
    const file = new URL(`../../${path}`, import.meta.url)
    writeFileSync(file, withFigures(readFileSync(file, 'utf8'), readResults))
    console.log(`${path} written`)
  }
  for (const name of readdirSync(new URL('../results/', import.meta.url))) {
    const topic = basename(name, '.json')
    const commits = commitsSince(readResults(topic).commit)
    if (commits !== undefined && commits > old)
      console.log(`bench/results/${name} is old, ${commits} commits of packages/: ${commandOf(topic)}`)
  }
}
