import type { Report } from './send.js'

/** A file as the intake takes it, in base64. */
export async function encodedFile(name: string, blob: Blob): Promise<Report['files'][number]> {
  const url = await new Promise<string>((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(reader.result as string)
    reader.onerror = fail
    reader.readAsDataURL(blob)
  })
  return { file_name: name, content_type: blob.type, data: url.slice(url.indexOf(',') + 1) }
}
