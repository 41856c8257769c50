import ts from 'typescript'
import { ambiguitiesOf } from './ambiguities.mjs'

/** The longest text that a pattern may meet that is not safe. */
const mostCharacters = 1_000

/** The patterns of some files, each with a place where it is; those made of text as the call and its file. */
export function patternsOf(files) {
  const patterns = new Map()
  for (const [file, source] of files) {
    const visit = (node) => {
      if (ts.isRegularExpressionLiteral(node)) patterns.set(node.text, file)
      const isMade = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.text === 'RegExp'
      if (isMade) patterns.set(`RegExp in ${file}`, file)
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest))
  }
  return patterns
}

/** Judges the patterns without a known verdict, or all of them with `all`. Returns the faults, and the verdicts to keep. */
export async function judgePatterns(patterns, known, { all = false } = {}) {
  const faults = []
  const verdicts = []
  for (const [pattern, place] of [...patterns].sort(([left], [right]) => (left < right ? -1 : 1))) {
    const entry = known.find((it) => it.pattern === pattern)
    const result = pattern.startsWith('/')
      ? await judge(pattern, entry, all)
      : { entry, fault: 'made of text: write a literal' }
    if (result.change) faults.push(result.change)
    if (result.fault && !(entry?.longest <= mostCharacters && entry.reason))
      faults.push(`${place}: ${pattern} is ${result.fault}`)
    if (result.entry) verdicts.push(result.entry)
  }
  return { faults, verdicts }
}

/** The fault of a pattern, and its entry: a new one if it is safe and has none. */
async function judge(pattern, entry, all) {
  const verdict = entry === undefined || all ? await askRecheck(pattern) : entry.verdict
  const hasChanged = entry !== undefined && entry.verdict !== verdict
  const change = hasChanged && `${pattern} is ${verdict}, not ${entry.verdict} as scripts/patterns.json has it`
  const shapes = ambiguitiesOf(pattern)
  const fault = verdict === 'safe' && shapes.length === 0 ? undefined : [verdict, ...shapes].join('; ')
  return { change, fault, entry: entry ?? (fault ? undefined : { pattern, verdict }) }
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
    // Automata decide the same for every seed, trials do not.
    if (status !== 'safe' || checker === 'automaton') return status
  }
  return 'safe'
}
