// Imports a database, and reads what has become of it.
import { checkStore } from '@trackerkit/core/doctor'
import { exportStore } from '@trackerkit/core/moving'
import type { Store } from '@trackerkit/core/store'
import { importBugzillaDb, openBugzillaDb, type BugzillaDbOptions, type Note } from '../../src/index.js'
import { params } from './installation.js'

export interface Imported {
  readonly report: Awaited<ReturnType<typeof importBugzillaDb>>
  readonly notes: readonly Note[]
}

export async function runImport(from: string, store: Store, more: Partial<BugzillaDbOptions> = {}): Promise<Imported> {
  const notes: Note[] = []
  const onNote = (note: Note) => void notes.push(note)
  const source = await openBugzillaDb({ from, timeZone: 'Europe/Vienna', params, onNote, ...more })
  try {
    return { report: await importBugzillaDb(source, store), notes }
  } finally {
    await source.close()
  }
}

export async function textOf(store: Store): Promise<string> {
  const lines: string[] = []
  await exportStore(store, (line) => void lines.push(line))
  return lines.join('\n')
}

export async function problemsOf(store: Store): Promise<string[]> {
  const problems: string[] = []
  await checkStore(store, ({ check, place, text }) => void problems.push(`${check} ${place}: ${text}`))
  return problems
}
