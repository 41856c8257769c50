// Earlier figures, in bench/baseline.json: only ratios, which mean the same on another machine.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Figure } from './report.js'

const file = new URL('baseline.json', import.meta.url)

/** By how much a figure may be worse than it was before it is named. */
const tolerated = 1.2

type Baseline = Record<string, number>

/** Writes the figures of this run; those of others stay. */
export function saveBaseline(figures: readonly Figure[]): void {
  const all: Baseline = { ...readBaseline() }
  for (const { what, ratio } of figures) all[what] = Number(ratio.toPrecision(3))
  const sorted = Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
  console.log(`\n${figures.length} figures saved in bench/baseline.json.`)
}

/** Names the figures that are worse by a fifth than they were. */
export function compareWithBaseline(figures: readonly Figure[]): void {
  if (figures.length === 0) return
  const baseline = readBaseline()
  const worse = figures.flatMap((figure) => {
    const before = baseline[figure.what]
    if (before === undefined) return []
    const fall = figure.moreIsBetter ? before / figure.ratio : figure.ratio / before
    return fall > tolerated ? [`  ${figure.what}: ${before} before, ${figure.ratio.toPrecision(3)} now`] : []
  })
  const known = figures.filter(({ what }) => what in baseline).length
  console.log(`\n${known} of ${figures.length} figures have a baseline; ${worse.length} are worse by more than 20 %.`)
  for (const line of worse) console.log(line)
}

function readBaseline(): Baseline {
  return JSON.parse(readFileSync(file, 'utf8')) as Baseline
}
