// The large trackers of `npm run bench -- scale`: made once, and kept for the next run.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeCorpusFile } from '../../corpus/file.js'
import { briefSize } from '../../corpus/sizes.js'

const corpus = fileURLToPath(new URL('../../corpus/', import.meta.url))
const kept = fileURLToPath(new URL('../../node_modules/.cache/trackerkit-bench/', import.meta.url))

export const seed = 1

/** Returns the file of a tracker with this many bugs. Copy it; do not open it. */
export async function keptCorpus(bugs: number): Promise<string> {
  mkdirSync(kept, { recursive: true })
  const file = join(kept, `${bugs}-${recipe()}.db`)
  if (existsSync(file)) return file
  const isOutdated = (name: string) => name.startsWith(`${bugs}-`)
  for (const name of readdirSync(kept).filter(isOutdated)) rmSync(join(kept, name))
  const start = performance.now()
  console.log(`Making ${bugs.toLocaleString('en')} bugs with three comments each, for this run and later ones: ${file}`)
  await makeCorpusFile(file, { size: briefSize(bugs), seed })
  const seconds = (performance.now() - start) / 1000
  console.log(`Made ${(bugs / seconds).toFixed(0)} bugs a second.`)
  return file
}

/** Changes with the programs that make a corpus. */
function recipe(): string {
  const sources = readdirSync(corpus).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const hash = createHash('sha256').update(`seed ${seed}`)
  for (const name of sources.toSorted()) hash.update(readFileSync(join(corpus, name)))
  return hash.digest('hex').slice(0, 12)
}
