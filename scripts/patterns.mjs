// Finds patterns in the packages that take more than linear time, by `npm run check:patterns [-- --all]`: recheck
// judges every literal, once, as all of them take a minute. scripts/patterns.json has the verdicts; --all renews them.
// An unsafe pattern may stay in that file with the longest text that it meets, and a reason.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { judgePatterns, patternsOf } from './patterns/judge.mjs'

const known = 'scripts/patterns.json'
const patterns = patternsOf(sources().map((file) => [file, readFileSync(file, 'utf8')]))
const all = process.argv.includes('--all')
const { faults, verdicts } = await judgePatterns(patterns, JSON.parse(readFileSync(known, 'utf8')), { all })
if (!process.env.CI) writeFileSync(known, listOf(verdicts))
for (const fault of faults) console.log(fault)
console.log(`${patterns.size} patterns, ${faults.length === 0 ? 'none' : faults.length} of them slow`)
process.exitCode = faults.length === 0 ? 0 : 1

function sources() {
  return readdirSync('packages').flatMap((name) =>
    readdirSync(`packages/${name}/src`, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => `packages/${name}/src/${file.replaceAll('\\', '/')}`),
  )
}

/** One line for each, as they are merged by lines. */
function listOf(entries) {
  return `[\n${entries.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`
}
