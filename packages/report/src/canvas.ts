// A picture on a canvas, which no policy of a page forbids. It drops the metadata of a file, such as its place.
import { node } from './node.js'

const mostWide = 1920
const mostHigh = 4320

/** Draws a picture, smaller if it is too large. */
export function draw(canvas: HTMLCanvasElement, source: CanvasImageSource, width: number, height: number): void {
  const scale = Math.min(1, mostWide / width, mostHigh / height)
  canvas.width = Math.round(width * scale) || 1
  canvas.height = Math.round(height * scale) || 1
  contextOf(canvas).drawImage(source, 0, 0, canvas.width, canvas.height)
}

/** Encodes the picture as PNG within a limit, in a smaller size if necessary. Undefined if that is too large, too. */
export async function pngOf(canvas: HTMLCanvasElement, mostBytes: number): Promise<Blob | undefined> {
  let shown = canvas
  for (let attempts = 0; attempts < 5; attempts++) {
    const blob = await new Promise<Blob | null>((done) => shown.toBlob(done, 'image/png'))
    if (blob && blob.size <= mostBytes) return blob
    const smaller = node('canvas', { width: Math.ceil(shown.width * 0.7), height: Math.ceil(shown.height * 0.7) })
    contextOf(smaller).drawImage(shown, 0, 0, smaller.width, smaller.height)
    shown = smaller
  }
  return undefined
}

/** Has the pointer draw black areas while `isHiding` returns true. They replace what was there. */
export function hideByPointer(canvas: HTMLCanvasElement, isHiding: () => boolean): void {
  let began: { readonly at: readonly [number, number]; readonly before: ImageData } | undefined
  canvas.onpointerdown = (event) => {
    if (!isHiding()) return
    canvas.setPointerCapture(event.pointerId)
    began = { at: placeOf(canvas, event), before: contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height) }
  }
  canvas.onpointermove = (event) => {
    if (!began) return
    const [[x, y], [toX, toY]] = [began.at, placeOf(canvas, event)]
    const context = contextOf(canvas)
    context.putImageData(began.before, 0, 0)
    context.fillStyle = '#000'
    context.fillRect(x, y, toX - x, toY - y)
  }
  canvas.onpointerup = canvas.onpointercancel = () => {
    began = undefined
  }
}

function placeOf(canvas: HTMLCanvasElement, { offsetX, offsetY }: PointerEvent): readonly [number, number] {
  const scale = canvas.width / canvas.clientWidth
  return [Math.floor(offsetX * scale), Math.floor(offsetY * scale)]
}

/** Null in a browser without memory, in which no picture is drawn either. */
function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  return canvas.getContext('2d') as CanvasRenderingContext2D
}
