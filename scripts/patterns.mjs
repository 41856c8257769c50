// Whether a pattern in the packages takes longer than its text is long, by `npm run check:patterns [-- --all]`: every literal is
// judged by recheck, once, as all of them take a minute. scripts/patterns.json keeps the verdicts; --all asks for them again.
// A pattern that is not safe may stay with the length of the longest text that it meets, and the reason, in that file.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import ts from 'typescript'
import { ambiguitiesOf } from './patterns/ambiguities.mjs'

/** Of what a pattern meets that is not safe and may stay. */
const mostCharacters = 1_000

const known = 'scripts/patterns.json'
const kept = JSON.parse(readFileSync(known, 'utf8'))
const all = process.argv.includes('--all')
const found = patternsOf(sources())
const faults = []
const judged = []

for (const [pattern, place] of [...found].sort(([one], [other]) => (one < other ? -1 : 1))) {
  const entry = kept.find((it) => it.pattern === pattern)
  const result = pattern.startsWith('/')
    ? await judge(pattern, entry)
    : { entry, fault: 'made of text: write a literal' }
  if (result.fault && !(entry?.longest <= mostCharacters && entry.reason))
    faults.push(`${place}: ${pattern} is ${result.fault}`)
  if (result.entry) judged.push(result.entry)
}
if (!process.env.CI) writeFileSync(known, listOf(judged))
for (const fault of faults) console.log(fault)
console.log(`${found.size} patterns, ${faults.length === 0 ? 'none' : faults.length} of them slow`)
process.exitCode = faults.length === 0 ? 0 : 1

/** What is wrong with it, and its entry, which is a new one when it is safe and nobody has asked before. */
async function judge(pattern, entry) {
  const verdict = entry === undefined || all ? await askRecheck(pattern) : entry.verdict
  if (entry !== undefined && entry.verdict !== verdict)
    faults.push(`${pattern} is ${verdict}, not ${entry.verdict} as ${known} has it`)
  const shapes = ambiguitiesOf(pattern)
  const fault = verdict === 'safe' && shapes.length === 0 ? undefined : [verdict, ...shapes].join('; ')
  return { fault, entry: entry ?? (fault ? undefined : { pattern, verdict }) }
}

/** By its engine in JavaScript, and without limits of time for a trial: how busy the machine is must not decide. */
async function askRecheck(pattern) {
  process.env.RECHECK_SYNC_BACKEND = 'pure'
  const { default: recheck } = await import('recheck')
  const end = pattern.lastIndexOf('/')
  for (const randomSeed of [1, 2, 3]) {
    const limits = { timeout: 120_000, attackTimeout: null, incubationTimeout: null }
    const { status, checker } = recheck.checkSync(pattern.slice(1, end), pattern.slice(end + 1), {
      ...limits,
      randomSeed,
    })
    // What automata decide, and not trials, does not depend on the seed.
    if (status !== 'safe' || checker === 'automaton') return status
  }
  return 'safe'
}

/** Each pattern with a place where it is; what is made of texts as the call and its file. */
function patternsOf(files) {
  const patterns = new Map()
  for (const file of files) {
    const visit = (node) => {
      if (ts.isRegularExpressionLiteral(node)) patterns.set(node.text, file)
      const isMade = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.text === 'RegExp'
      if (isMade) patterns.set(`RegExp in ${file}`, file)
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest))
  }
  return patterns
}

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
