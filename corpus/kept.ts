// Files that take long to make, kept between runs for as long as nothing changes that they depend on.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrations, schema } from '@trackerkit/core/schema'

const corpus = fileURLToPath(new URL('./', import.meta.url))
const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))

/**
 * Returns the folder of this name, filled by `make` unless a previous run has done so. Processes that do so at once each make their
 * own, and the first one stays. `makers` are the source files that `make` consists of, beside the corpus.
 */
export async function keptFolder(
  name: string,
  makers: readonly string[],
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const all = join(cache, `trackerkit-${name}`)
  const wanted = join(all, keyOf(makers))
  if (existsSync(wanted)) return wanted
  mkdirSync(all, { recursive: true })
  for (const old of readdirSync(all).map((one) => join(all, one)))
    if (isAbandoned(old)) rmSync(old, { recursive: true, force: true })
  const unfinished = join(all, `${randomUUID()}.making`)
  mkdirSync(unfinished)
  await make(unfinished)
  if (existsSync(wanted)) rmSync(unfinished, { recursive: true })
  else renameSync(unfinished, wanted)
  return wanted
}

/** Changes with whatever the files depend on. */
function keyOf(makers: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([schema, migrations.length]))
  const ofCorpus = readdirSync(corpus).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  for (const file of [...ofCorpus.toSorted().map((name) => join(corpus, name)), ...makers])
    hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** True if no process creates or copies it any more. */
function isAbandoned(path: string): boolean {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 600_000
}
