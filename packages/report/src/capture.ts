import { draw } from './canvas.js'
import { node } from './node.js'

/** The picker of the browser needs a moment to leave the screen, and so does the dialog. */
const settling = 300

/** True where browsers may take pictures of the screen at all. Frames and phones may still refuse it. */
export function canCapture(): boolean {
  // Types promise it, but pages without https and some browsers do not have it.
  const devices = navigator.mediaDevices as Partial<MediaDevices> | undefined
  return isSecureContext && devices?.getDisplayMedia !== undefined
}

/** Draws one frame of what the user chooses to share. @throws DOMException if they or the browser refuse */
export async function capture(canvas: HTMLCanvasElement): Promise<void> {
  const options = { video: true, preferCurrentTab: true }
  const stream = await navigator.mediaDevices.getDisplayMedia(options)
  try {
    const video = node('video', { srcObject: stream, muted: true })
    await video.play()
    await new Promise((done) => setTimeout(done, settling))
    draw(canvas, video, video.videoWidth, video.videoHeight)
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
