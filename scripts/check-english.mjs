// Counts odd English on each surface and compares with scripts/english.json, whose counts may only fall.
//   npm run check:english -- --update          writes the counts of today
//   npm run check:english -- --list comments   prints the places, of a surface or of a path
// A line with `english: REASON` in a comment is excused.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { oddEnglishIn, surfaces } from './english/odd-english.mjs'

const maxima = 'scripts/english.json'
const [, , mode, wanted = ''] = process.argv

const counts = Object.fromEntries(surfaces.map((surface) => [surface, 0]))
for (const file of filesBelow('.')) {
  for (const { surface, line, hit, text } of oddEnglishIn(file, readFileSync(file, 'utf8'))) {
    counts[surface] += 1
    if (mode === '--list' && (surface === wanted || file.startsWith(wanted)))
      console.log(`${file}:${line}: ${hit}: ${text.slice(0, 200)}`)
  }
}
if (mode === '--update') writeFileSync(maxima, `${JSON.stringify(counts, null, 2)}\n`)
const allowed = JSON.parse(readFileSync(maxima, 'utf8'))
for (const [surface, count] of Object.entries(counts)) {
  console.log(`${count} ${surface}`)
  if (count <= allowed[surface]) continue
  console.error(`${maxima} allows ${allowed[surface]} ${surface}: see npm run check:english -- --list ${surface}`)
  process.exitCode = 1
}

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
    if (/^(?:\.|node_modules$|dist$|data$|coverage$|generated$|api$|CHANGELOG)/.test(entry.name)) continue
    if (entry.isDirectory()) yield* filesBelow(path)
    else yield path
  }
}
