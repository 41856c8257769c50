// The example tracker as a file of the package, which opens in a tenth of the time that its operations take.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import { exportTracker, importTracker } from '@trackerkit/core/moving'
import type { Store } from '@trackerkit/core/store'
import { openDemo } from './fill.js'

/** Written by the build. */
const built = new URL('./demo.jsonl.gz', import.meta.url)
const day = 86_400_000
/** In milliseconds: no other number is as large. */
const earliest = Date.UTC(2000, 0)

type Row = Readonly<Record<string, unknown>>

/** Opens the example tracker in an empty store. Its year ends now. */
export async function openExample(store: Store, file: URL = built): Promise<Tracker> {
  if (!existsSync(file)) return openDemo(store)
  await importTracker(linesOf(file, Date.now()), store)
  return createTracker({ store })
}

/** Writes the file: the time at which the year ends, and the lines of an export. */
export async function writeExample(file: URL | string): Promise<void> {
  const store = memoryStore()
  const end = Date.now()
  const tracker = await openDemo(store, new Date(end))
  const lines: string[] = []
  await exportTracker(store, (line) => void lines.push(line))
  await tracker.close()
  const [head = '', ...rows] = lines.slice(0, -1)
  const kept = rows.flatMap((line) => {
    const [name, row] = JSON.parse(line) as readonly [string, Row]
    // This export is no event of the example, and each example creates its secret.
    if (name === 'audit_log' && row['class'] === 'Export') return []
    return JSON.stringify([name, name === 'installation' ? { ...row, secret: '' } : row])
  })
  writeFileSync(file, gzipSync([String(end), head, ...kept].join('\n'), { level: 9 }))
}

async function* linesOf(file: URL, now: number): AsyncGenerator<string> {
  const [end = '', ...lines] = gunzipSync(readFileSync(file)).toString().split('\n')
  const later = now - Number(end)
  const [head = '', ...rows] = lines
  const digest = createHash('sha256')
  yield head
  for (const row of rows) {
    const line = movedBy(later, row)
    digest.update(`${line}\n`)
    yield line
  }
  yield JSON.stringify({ rows: rows.length, sha256: digest.digest('hex') })
}

/** Times and dates as JSON writes them: to parse each row and write it again takes five times as long. */
const moments = /(?<=[:,[])\d{12,}(?=[,\]}])|(?<=[:,[]")\d{4}-\d{2}-\d{2}(?="[,\]}])/g

function movedBy(later: number, row: string): string {
  return row.replace(moments, (moment) => {
    if (moment.includes('-'))
      return new Date(Date.parse(moment) + Math.round(later / day) * day).toISOString().slice(0, 10)
    return Number(moment) > earliest ? String(Number(moment) + later) : moment
  })
}
