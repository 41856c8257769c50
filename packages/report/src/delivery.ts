// Sending a report, once the intake has sent its questions.
import type { ConsolePart } from './console-part.js'
import { encodedFile } from './encoded-file.js'
import type { Fields } from './fields.js'
import type { PicturePart } from './picture-part.js'
import type { Questions } from './questions.js'
import { readDoor, sendReport, type Door, type Failure, type Report, type Sent } from './send.js'
import type { Setting } from './setting.js'

interface Parts {
  readonly fields: Fields
  readonly questions: Questions
  readonly picture: PicturePart
  readonly messages: ConsolePart
}

export interface Delivery {
  /** Reads what the intake accepts, and shows its questions. */
  readonly enter: () => Promise<Door | Failure>
  readonly send: () => Promise<Sent | Failure>
}

/** A picture is sent as base64, which takes four bytes for three, with its name and type. */
const shareOfPicture = 0.75
const besides = 500

export function createDelivery({ endpoint, texts, about }: Setting, parts: Parts): Delivery {
  const { fields, questions, picture, messages } = parts
  const key = crypto.getRandomValues(new Uint32Array(4)).join('-')
  let door: Door | undefined
  const enter = async () => {
    const read = await readDoor(endpoint, texts)
    if ('failure' in read) return read
    questions.show(read.form?.body ?? [])
    return (door = read)
  }
  return {
    enter,
    async send() {
      const seen = door
      const open = seen ?? (await enter())
      if ('failure' in open) return open
      if (!seen && open.form) return { failure: texts.unanswered }
      const report = { ...fields.read(), answers: questions.read(), ...about() }
      // A browser without memory makes no picture.
      const content = await readContent(report, picture, messages.read(), open).catch(() => undefined)
      if (!content) return { failure: texts.pictureTooLarge }
      const sent = await sendReport(endpoint, content, key, texts)
      if (!('failure' in sent)) return sent
      if (questions.refuse(sent.field, sent.failure)) return { failure: '' }
      // The form may have changed since.
      if (sent.field) door = undefined
      return sent
    },
  }
}

/** The report with its files, within the limits; undefined if the picture cannot be made small enough. */
async function readContent(
  text: Omit<Report, 'files'>,
  picture: PicturePart,
  log: string,
  { max_kb, max_file_kb }: Door,
): Promise<Report | undefined> {
  const files = log === '' ? [] : [await encodedFile('console.txt', new Blob([log], { type: 'text/plain' }))]
  const room = max_kb * 1024 - besides - new Blob([JSON.stringify({ ...text, files })]).size
  const image = await picture.read(Math.min(room * shareOfPicture, max_file_kb * 1024))
  if (image === 'too large') return undefined
  return { ...text, files: image ? [...files, await encodedFile('picture.png', image)] : files }
}
