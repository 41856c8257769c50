// A picture on a canvas, which no policy of a page forbids. It drops the metadata of a file, such as its place.

const [mostWide, mostHigh] = [1920, 4320]

/** Draws a picture, smaller if it is too large. */
export function draw(canvas: HTMLCanvasElement, source: CanvasImageSource, width: number, height: number): void {
  const scale = Math.min(1, mostWide / width, mostHigh / height)
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  contextOf(canvas).drawImage(source, 0, 0, canvas.width, canvas.height)
}

/** Encodes the picture as PNG within a limit, in a smaller size if necessary. Undefined if that is too large, too. */
export async function pngOf(canvas: HTMLCanvasElement, mostBytes: number): Promise<Blob | undefined> {
  let shown = canvas
  for (let attempts = 0; attempts < 5; attempts++) {
    const blob = await new Promise<Blob | null>((done) => shown.toBlob(done, 'image/png'))
    if (blob && blob.size <= mostBytes) return blob
    const smaller = document.createElement('canvas')
    smaller.width = Math.ceil(shown.width * 0.7)
    smaller.height = Math.ceil(shown.height * 0.7)
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
    context.fillRect(Math.min(x, toX), Math.min(y, toY), Math.abs(toX - x), Math.abs(toY - y))
  }
  canvas.onpointerup = canvas.onpointercancel = () => {
    began = undefined
  }
}

function placeOf(canvas: HTMLCanvasElement, { clientX, clientY }: PointerEvent): readonly [number, number] {
  const { left, top, width, height } = canvas.getBoundingClientRect()
  return [Math.floor(((clientX - left) / width) * canvas.width), Math.floor(((clientY - top) / height) * canvas.height)]
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas.')
  return context
}
