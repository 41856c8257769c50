// The last figures of each topic, in bench/results/TOPIC.json, for the documents and for the next run.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { reported, type Figure } from './report.js'

export interface Results {
  readonly date: string
  readonly version: string
  /** Null: without git. */
  readonly commit: string | null
  readonly node: string
  readonly processor: string
  readonly cores: number
  /** Average of a minute. Null: unknown. */
  readonly load: { readonly before: number; readonly after: number } | null
  readonly figures: readonly Figure[]
}

/** A ratio that is worse than the saved one by this factor is printed. */
const tolerated = 1.2

const loadBefore = loadNow()

/** Ends the run of a topic: saves its figures, or compares them with the saved ones. */
export function finish(topic: string, isSaving: boolean): void {
  if (isSaving) save(topic, reported())
  else if (existsSync(fileOf(topic))) compare(readResults(topic).figures, reported())
  else console.log(`\nNothing to compare with: ${commandOf(topic)}`)
}

/** @throws Error with the command that writes missing results */
export function readResults(topic: string): Results {
  const file = fileOf(topic)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Results
  throw new Error(`bench/results/${topic}.json is missing: ${commandOf(topic)}`)
}

/** Returns the number of later commits that change packages; undefined without the history. */
export function commitsSince(commit: string | null): number | undefined {
  const count = git('rev-list', '--count', `${commit}..HEAD`, '--', 'packages')
  return count === null ? undefined : Number(count)
}

/** The command that measures a topic again. */
export function commandOf(topic: string): string {
  return ['pages', 'render'].includes(topic) ? `npm run bench:${topic} -- --save` : `npm run bench -- ${topic} --save`
}

function save(topic: string, figures: readonly Figure[]): void {
  const manifest = readFileSync(new URL('../packages/core/package.json', import.meta.url), 'utf8')
  const results: Results = {
    date: new Date().toISOString().slice(0, 10),
    version: (JSON.parse(manifest) as { readonly version: string }).version,
    commit: git('rev-parse', '--short', 'HEAD'),
    node: process.version,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    load: { before: loadBefore, after: loadNow() },
    figures,
  }
  mkdirSync(new URL('results/', import.meta.url), { recursive: true })
  const rounded = (_name: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value)
  writeFileSync(fileOf(topic), `${JSON.stringify(results, rounded, 2)}\n`)
  console.log(`\n${figures.length} figures saved in bench/results/${topic}.json.`)
}

function compare(before: readonly Figure[], now: readonly Figure[]): void {
  const saved = new Map(before.map(({ what, ratio }) => [what, ratio]))
  const pairs = now.flatMap(({ what, ratio, aim }) => {
    const old = saved.get(what)
    if (ratio === undefined || old === undefined) return []
    const fall = aim && 'atLeast' in aim ? old / ratio : ratio / old
    return [{ fall, line: `  ${what}: ${old} before, ${ratio.toPrecision(3)} now` }]
  })
  const worse = pairs.filter(({ fall }) => fall > tolerated)
  console.log(`\n${pairs.length} ratios compared with saved ones; ${worse.length} are worse by more than 20 %.`)
  for (const { line } of worse) console.log(line)
}

function fileOf(topic: string): string {
  return fileURLToPath(new URL(`results/${topic}.json`, import.meta.url))
}

function loadNow(): number {
  return Math.round((loadavg()[0] ?? 0) * 10) / 10
}

function git(...args: readonly string[]): string | null {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}
