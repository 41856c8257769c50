// Held reports as they are kept.
import type { Report } from './input.js'

/** A report without the key of its intake. */
export type KeptReport = Omit<Report, 'key'>

/** JSON, with files in base64. */
export function reportAsBytes({ summary, description, email, page, client, files }: KeptReport): Uint8Array {
  const kept = files.map((file) => ({ ...file, data: Buffer.from(file.data).toString('base64') }))
  return new TextEncoder().encode(JSON.stringify({ summary, description, email, page, client, files: kept }))
}

export function reportFromBytes(bytes: Uint8Array): KeptReport {
  const kept = JSON.parse(new TextDecoder().decode(bytes)) as Omit<KeptReport, 'files'> & {
    readonly files: readonly (Omit<Report['files'][number], 'data'> & { readonly data: string })[]
  }
  return { ...kept, files: kept.files.map((file) => ({ ...file, data: Buffer.from(file.data, 'base64') })) }
}
