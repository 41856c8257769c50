// The dialog, which makes a report of the user's input.
import { createConsolePart } from './console-part.js'
import { createDelivery } from './delivery.js'
import type { ReportInput } from './element.js'
import { createFields } from './fields.js'
import { node } from './node.js'
import { createPicturePart } from './picture-part.js'
import { createQuestions } from './questions.js'
import type { Setting } from './setting.js'

export interface ReportDialog {
  readonly root: HTMLDialogElement
  readonly open: (input: ReportInput) => void
  /** Its report was sent, and it is closed. */
  readonly isDone: () => boolean
}

/** Creates the dialog of one report. */
export function createDialog(setting: Setting): ReportDialog {
  const { texts } = setting
  const status = node('p', { role: 'status' })
  const say = (text: string) => void (status.textContent = text)
  const root = node('dialog')
  const fields = createFields(texts, setting.hasEmail)
  const questions = createQuestions(texts, setting.known)
  const picture = createPicturePart({ texts, say, setAway: (isAway) => void (root.hidden = isAway) })
  const messages = createConsolePart(texts, setting.messages)
  const cancel = node('button', { type: 'button', textContent: texts.cancel, onclick: () => root.close() })
  const send = node('button', { className: 'main', textContent: texts.send })
  const buttons = node('div', { className: 'row' }, send, cancel)
  const form = node('form', {}, ...fields.rows, questions.root, picture.root, messages.root, buttons)
  const delivery = createDelivery(setting, { fields, questions, picture, messages })
  let isSent = false
  const finish = (id: number | undefined) => {
    isSent = true
    say(id === undefined ? texts.received : texts.sent(id))
    root.append(cancel)
    form.remove()
    cancel.textContent = texts.close
    cancel.focus()
    setting.onSent(id)
  }
  form.onsubmit = async (event) => {
    event.preventDefault()
    if (send.ariaDisabled) return
    send.ariaDisabled = 'true'
    say(texts.sending)
    const outcome = await delivery.send()
    send.ariaDisabled = null
    if (!('failure' in outcome)) return finish(outcome.id)
    say(outcome.failure)
  }
  root.append(node('h2', { id: 'title', textContent: texts.title }), form, status)
  root.setAttribute('aria-labelledby', 'title')
  return {
    root,
    isDone: () => isSent && !root.open,
    open(input) {
      fields.fill(input)
      if (root.open) return
      messages.refresh()
      say('')
      root.showModal()
      void delivery.enter().then((read) => {
        if ('failure' in read && status.textContent === '') say(read.failure)
      })
    },
  }
}
