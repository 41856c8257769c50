// `npm run bench -- check`: whether the frequent reads and writes cost more than they did. Answers are compared before they are timed.
import { join } from 'node:path'
import { openByHand } from '../by-hand/open.js'
import { openCorpus, type Corpus } from '../corpus.js'
import { login } from '../layers.js'
import { compareCpu } from '../measure.js'
import { requireSameBugs, requireSameRows } from '../same-answers.js'
import { countPromises, countStatements } from './counts.js'
import { exceededLimits, readLimits, saveLimits, type AllMeasured, type Measured } from './limits.js'
import { checkedWorks, type CheckedWork } from './works.js'

/** Of bugs: enough for pages of 100 in each of ten components. */
const size = 2000

/** Rounds, in which both take turns. The least of them counts, which a busy machine changes little. */
const rounds = 15

/** A ratio that is too high is measured again, as something else may have kept the processor from all rounds. */
const attempts = 3

export async function check(folder: string, isSaving: boolean): Promise<void> {
  await requireSameBugs(300)
  const corpus = await openCorpus(join(folder, 'check.db'), size)
  await requireSameRows(corpus, login)
  const measured = await measureAll(corpus, isSaving ? {} : readLimits())
  for (const [name, figures] of Object.entries(measured)) console.log(`${name.padEnd(32)} ${describe(figures)}`)
  await corpus.tracker.close()
  if (isSaving) return saveLimits(measured)
  const exceeded = exceededLimits(measured, readLimits())
  for (const line of exceeded) console.error(line)
  if (exceeded.length > 0) process.exitCode = 1
}

async function measureAll(corpus: Corpus, limits: AllMeasured): Promise<AllMeasured> {
  const byHand = openByHand(corpus.file, login)
  const works = await checkedWorks(corpus, byHand)
  const measured: Record<string, Measured> = {}
  for (const [name, work] of Object.entries(works)) {
    const ratio = await leastRatio(name, work, limits)
    measured[name] = { ratio, promises: await countPromises(work.ours) }
  }
  byHand.close()
  for (const [name, statements] of Object.entries(await countStatements(corpus))) {
    measured[name] = { ...measured[name], statements }
  }
  return measured
}

async function leastRatio(name: string, { ours, rival, calls }: CheckedWork, limits: AllMeasured): Promise<number> {
  let least = Infinity
  for (let attempt = 0; attempt < attempts; attempt++) {
    const times = await compareCpu({ ours, rival }, { rounds, calls })
    const ratio = Number(((times['ours'] ?? NaN) / (times['rival'] ?? NaN)).toPrecision(3))
    least = Math.min(least, ratio)
    if (exceededLimits({ [name]: { ratio: least } }, limits).length === 0) break
  }
  return least
}

function describe(figures: Measured): string {
  return Object.entries(figures)
    .map(([kind, figure]) => `${kind} ${String(figure)}`)
    .join(', ')
}
