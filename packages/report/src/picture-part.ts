// The picture in the dialog: taken of the screen or chosen, shown, and hidden in part.
import { draw, hideByPointer, pngOf } from './canvas.js'
import { canCapture, capture } from './capture.js'
import { node } from './node.js'
import type { ReportTexts } from './texts.js'

export interface PicturePart {
  readonly root: HTMLElement
  /** Encodes the picture within a limit; undefined without one, `too large` if it cannot be made smaller. */
  readonly read: (mostBytes: number) => Promise<Blob | 'too large' | undefined>
}

interface Surroundings {
  readonly texts: ReportTexts
  readonly say: (text: string) => void
  /** Takes the dialog out of sight while a picture of the screen is taken. */
  readonly setAway: (isAway: boolean) => void
}

/** The buttons for a picture, and the picture. */
export function createPicturePart({ texts, say, setAway }: Surroundings): PicturePart {
  const canvas = node('canvas', { role: 'img', ariaLabel: texts.picture })
  const take = node('button', { type: 'button', textContent: texts.capture, hidden: !canCapture() })
  const file = node('input', { type: 'file', accept: 'image/*' })
  const choose = node('div', { className: 'rows' }, node('div', {}, take), node('label', {}, texts.choose, file))
  const hide = node('button', { type: 'button', textContent: texts.hide, ariaPressed: 'false' })
  const remove = node('button', { type: 'button', textContent: texts.remove })
  const hint = node('p', { textContent: texts.hideHint, hidden: true })
  const buttons = node('div', { className: 'row' }, hide, remove)
  const shown = node('div', { className: 'rows', hidden: true }, canvas, buttons, hint)

  const setHiding = (isHiding: boolean) => {
    hide.ariaPressed = String(isHiding)
    hint.hidden = !isHiding
    canvas.classList.toggle('hiding', isHiding)
  }
  const setShown = (isShown: boolean) => {
    shown.hidden = !isShown
    choose.hidden = isShown
    file.value = ''
    setHiding(false)
    ;(isShown ? remove : take.hidden ? file : take).focus()
  }
  const show = async (drawing: Promise<void>, failure: string) => {
    try {
      await drawing
      say('')
      setShown(true)
    } catch {
      say(failure)
      file.focus()
    }
  }
  take.onclick = async () => {
    setAway(true)
    const taking = capture(canvas).finally(() => setAway(false))
    await show(taking, texts.notCaptured)
  }
  file.onchange = async () => {
    const [chosen] = file.files ?? []
    if (chosen) await show(drawFile(canvas, chosen), texts.notPicture)
  }
  hide.onclick = () => setHiding(hide.ariaPressed === 'false')
  remove.onclick = () => setShown(false)
  hideByPointer(canvas, () => hide.ariaPressed === 'true')
  return {
    root: node('div', {}, choose, shown),
    read: async (mostBytes) => (shown.hidden ? undefined : ((await pngOf(canvas, mostBytes)) ?? 'too large')),
  }
}

async function drawFile(canvas: HTMLCanvasElement, file: File): Promise<void> {
  const bitmap = await createImageBitmap(file)
  draw(canvas, bitmap, bitmap.width, bitmap.height)
  bitmap.close()
}
