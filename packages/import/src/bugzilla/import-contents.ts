import type { Importer } from '@trackerkit/core/moving'
import { contentAnswer } from './answers.js'
import type { Asker } from './ask.js'
import { AskError } from '../http/ask-error.js'
import { deletedProblem, isMarkedDeleted } from '../passes/deleted-content.js'
import type { AddNote } from '../passes/notes.js'
import { readAs } from './read-as.js'
import type { ReportBuilder } from '../passes/report.js'

/** Dependencies of the import of attachment contents. */
export interface ContentSource {
  readonly asker: Asker
  readonly importer: Importer
  readonly report: ReportBuilder
  readonly addNote: AddNote
  readonly concurrency: number
}

/**
 * Imports the contents of attachments that are missing here, judged by their sizes, one at a time per worker
 * to bound memory. Returns those that could not be read.
 */
export async function importAttachments(
  source: ContentSource,
  attachments: ReadonlyMap<number, number | undefined>,
): Promise<number[]> {
  const { asker, importer, report, addNote, concurrency } = source
  const here = await importer.sizes([...attachments.keys()])
  const wanted = [...attachments].filter(([id, size]) => here.has(id) && here.get(id) !== size)
  const failed: number[] = []
  const importContent = async (id: number, size: number | undefined) => {
    const { data, isDeleted } = await read(asker, id)
    if (data.byteLength === 0 && (here.get(id) ?? 0) > 0) {
      addNote({
        kind: 'attachment',
        id,
        problem: isDeleted ? deletedProblem : 'its content is missing in the source; it stays here',
      })
      if (!isDeleted) return
    }
    if (size !== undefined && size !== data.byteLength)
      addNote({
        kind: 'attachment',
        id,
        problem: `it has ${data.byteLength} bytes instead of the reported ${size}`,
      })
    report.add(await importer.put([{ kind: 'attachment_content', id, data }]))
    report.content(data.byteLength)
  }
  const work = async () => {
    for (let next = wanted.shift(); next; next = wanted.shift()) {
      const [id, size] = next
      try {
        await importContent(id, size)
      } catch (error) {
        if (!(error instanceof AskError) || error.kind === 'unreachable' || error.kind === 'throttled') throw error
        failed.push(id)
        addNote({ kind: 'attachment', id, problem: `its content could not be read: ${error.message}` })
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return failed
}

interface Content {
  readonly data: Uint8Array
  readonly isDeleted: boolean
}

async function read(asker: Asker, id: number): Promise<Content> {
  const path = `bug/attachment/${id}`
  const { attachments } = readAs(contentAnswer, await asker.get(path, {}, { attempts: 3 }), path)
  const found = attachments[String(id)]
  if (!found) throw new AskError('broken', `/rest/${path} has nothing of it`)
  return { data: new Uint8Array(Buffer.from(found.data, 'base64')), isDeleted: isMarkedDeleted(found) }
}
