// The dialog, which makes a report of the user's input.
import { createConsolePart } from './console-part.js'
import type { ReportInput } from './element.js'
import { encodedFile } from './encoded-file.js'
import { createFields } from './fields.js'
import { node } from './node.js'
import { createPicturePart, type PicturePart } from './picture-part.js'
import { readLimits, sendReport, type Limits, type Report } from './send.js'
import type { ReportTexts } from './texts.js'

export interface Setting {
  readonly endpoint: string
  readonly texts: ReportTexts
  /** The user may leave an address. */
  readonly hasEmail: boolean
  /** Kept messages of the console. */
  readonly messages: () => readonly string[]
  /** Properties of the page at the time of sending. */
  readonly about: () => Pick<Report, 'page' | 'client'>
  readonly onSent: (id: number | undefined) => void
}

export interface ReportDialog {
  readonly root: HTMLDialogElement
  readonly open: (input: ReportInput) => void
}

/** The defaults of trackers, until this one has sent its limits. */
const usual: Limits = { maxKb: 4096, maxFileKb: 1000 }
/** A picture is sent as base64, which takes four bytes for three, with its name and type. */
const [shareOfPicture, besides] = [0.75, 500]

/** Creates the dialog of one report. */
export function createDialog(setting: Setting): ReportDialog {
  const { texts, endpoint } = setting
  const status = node('p', { role: 'status' })
  const say = (text: string) => void (status.textContent = text)
  const root = node('dialog')
  const fields = createFields(texts, setting.hasEmail)
  const picture = createPicturePart({ texts, say, setAway: (isAway) => root.classList.toggle('away', isAway) })
  const messages = createConsolePart(texts, setting.messages)
  const cancel = node('button', { type: 'button', textContent: texts.cancel, onclick: () => root.close() })
  const send = node('button', { className: 'main', textContent: texts.send })
  const buttons = node('div', { className: 'row' }, send, cancel)
  const form = node('form', {}, ...fields.rows, picture.root, messages.root, buttons)
  const key = crypto.getRandomValues(new Uint32Array(4)).join('-')
  let limits = usual
  const finish = (id: number | undefined) => {
    say(id === undefined ? texts.received : texts.sent(id))
    root.append(cancel)
    form.remove()
    cancel.textContent = texts.close
    cancel.focus()
    setting.onSent(id)
  }
  form.onsubmit = async (event) => {
    event.preventDefault()
    if (send.ariaDisabled === 'true') return
    send.ariaDisabled = 'true'
    say(texts.sending)
    const report = { ...fields.read(), ...setting.about() }
    // A browser without memory makes no picture.
    const content = await readContent(report, picture, messages.read(), limits).catch(() => undefined)
    const outcome = content ? await sendReport(endpoint, content, key, texts) : { failure: texts.pictureTooLarge }
    send.ariaDisabled = 'false'
    if ('failure' in outcome) say(outcome.failure)
    else finish(outcome.id)
  }
  const readDoor = async () => {
    const door = await readLimits(endpoint, texts)
    if ('maxKb' in door) limits = door
    else if (status.textContent === '') say(door.failure)
  }
  root.append(node('h2', { id: 'title', textContent: texts.title }), form, status)
  root.setAttribute('aria-labelledby', 'title')
  return {
    root,
    open(input) {
      fields.fill(input)
      if (root.open) return
      messages.refresh()
      say('')
      root.showModal()
      void readDoor()
    },
  }
}

/** The report with its files, within the limits; undefined if the picture cannot be made small enough. */
async function readContent(
  text: Omit<Report, 'files'>,
  picture: PicturePart,
  log: string,
  { maxKb, maxFileKb }: Limits,
): Promise<Report | undefined> {
  const files = log === '' ? [] : [await encodedFile('console.txt', new Blob([log], { type: 'text/plain' }))]
  const room = maxKb * 1024 - besides - new Blob([JSON.stringify({ ...text, files })]).size
  const image = await picture.read(Math.min(room * shareOfPicture, maxFileKb * 1024))
  if (image === 'too large') return undefined
  return { ...text, files: image ? [...files, await encodedFile('picture.png', image)] : files }
}
