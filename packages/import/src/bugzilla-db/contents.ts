// Contents of attachments, of which few are in memory at a time.
import { lstat, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Importer } from '@trackerkit/core/moving'
import { deletedProblem, isMarkedDeleted } from '../passes/deleted-content.js'
import type { ReportBuilder } from '../passes/report.js'
import { QueryError, type DbRow } from './connect.js'
import type { Reading } from './context.js'
import { isTrue, numberOf, plainText } from './text.js'

export interface ContentTarget {
  readonly reading: Reading
  readonly importer: Importer
  readonly report: ReportBuilder
  /** Where contents are that are not in the database. */
  readonly folder: string | undefined
  /** False if Bugzilla keeps all contents in the database. */
  readonly mayBeFiles: boolean
  /** In bytes. */
  readonly most: number
  readonly signal: AbortSignal | undefined
}

/** Contents that are written together, because each transaction waits for the disk. Larger ones are written one by one. */
const bytesAtOnce = 4_000_000
const contentsAtOnce = 100

/** Imports missing contents, by their sizes. Returns the attachments whose contents could not be read. */
export async function importContents(target: ContentTarget, ids: readonly number[]): Promise<number[]> {
  const { importer, reading, signal } = target
  const failed: number[] = []
  const here = await importer.sizes(ids)
  let contents: Content[] = []
  for (const id of ids) {
    if (!here.has(id)) continue
    signal?.throwIfAborted()
    const data = await readContent(target, id, here.get(id) ?? 0).catch((error: unknown) => {
      if (!(error instanceof QueryError)) throw error
      failed.push(id)
      reading.addNote({ kind: 'attachment', id, problem: `its content could not be read: ${error.message}` })
      return undefined
    })
    if (!data) continue
    if (contents.length === contentsAtOnce || bytesOf(contents) + data.byteLength > bytesAtOnce) {
      await putContents(target, contents)
      contents = []
    }
    contents.push({ kind: 'attachment_content', id, data })
  }
  await putContents(target, contents)
  return failed
}

interface Content {
  readonly kind: 'attachment_content'
  readonly id: number
  readonly data: Uint8Array
}

const bytesOf = (contents: readonly Content[]) => contents.reduce((sum, { data }) => sum + data.byteLength, 0)

async function putContents({ importer, report }: ContentTarget, contents: readonly Content[]): Promise<void> {
  if (contents.length === 0) return
  report.add(await importer.put(contents))
  for (const { data } of contents) report.content(data.byteLength)
}

/** Undefined where it is here, or is not to come. Empty where it was deleted. */
async function readContent(target: ContentTarget, id: number, here: number): Promise<Uint8Array | undefined> {
  const { source, addNote } = target.reading
  const [row] = await source.rows(
    'SELECT a.*, LENGTH(d.thedata) AS size FROM attachments a LEFT JOIN attach_data d ON d.id = a.attach_id WHERE a.attach_id = ?',
    [id],
  )
  const stored = numberOf(row?.['size'])
  const file = stored > 0 ? undefined : await fileOf(target.folder, id)
  const size = file?.size ?? stored
  if (size > target.most) {
    const name = row?.['filename']?.toString('utf8').slice(0, 100) ?? ''
    addNote({
      kind: 'attachment',
      id,
      problem: `its content has ${size} bytes, more than --max-attachment; it is empty here (${name})`,
    })
    return undefined
  }
  if (size === 0 && here > 0 && isMarked(row) && (await hasNoFile(target, id))) {
    addNote({ kind: 'attachment', id, problem: deletedProblem })
    return new Uint8Array()
  }
  if (size === 0) {
    addNote({ kind: 'attachment', id, problem: 'it has no content in the database, nor in the folder of attachments' })
    return undefined
  }
  if (size === here) return undefined
  if (file) return new Uint8Array(await readFile(file.path))
  const [content] = await source.rows('SELECT thedata FROM attach_data WHERE id = ?', [id])
  return new Uint8Array(content?.['thedata'] ?? [])
}

function isMarked(row: DbRow | undefined): boolean {
  return isMarkedDeleted({
    is_obsolete: isTrue(row?.['isobsolete']),
    is_patch: isTrue(row?.['ispatch']),
    content_type: plainText(row?.['mimetype']),
  })
}

/** A folder without groups is that of another disk, which is not mounted: Bugzilla never removes them. */
async function hasNoFile({ folder, mayBeFiles }: ContentTarget, id: number): Promise<boolean> {
  if (folder === undefined) return !mayBeFiles
  const entries = await readdir(folder).catch(() => [])
  if (mayBeFiles && !entries.some((name) => name.startsWith('group.'))) return false
  const errors = await Promise.all(placesOf(folder, id).map((path) => lstat(path).then(() => undefined, codeOf)))
  return errors.every((code) => code === 'ENOENT')
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** Versions of Bugzilla name the group by two or three digits. */
function placesOf(folder: string, id: number): string[] {
  const groups = [2, 3].map((digits) => `group.${String(id).slice(-digits).padStart(digits, '0')}`)
  return groups.map((group) => join(folder, group, `attachment.${id}`))
}

/** Regular files only: a link could lead anywhere. */
async function fileOf(
  folder: string | undefined,
  id: number,
): Promise<{ readonly path: string; readonly size: number } | undefined> {
  if (folder === undefined) return undefined
  for (const path of placesOf(folder, id)) {
    const found = await lstat(path).catch(() => undefined)
    if (found?.isFile() && (await lstat(dirname(path))).isDirectory()) return { path, size: found.size }
  }
  return undefined
}
