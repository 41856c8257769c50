// Held reports as they are kept.
import type { Report } from './input.js'

/** A report without the key of its intake. */
export type GivenReport = Omit<Report, 'key'>

/** A report whose answers are in its description and in fields of the bug. */
export interface KeptReport extends Omit<GivenReport, 'answers'> {
  readonly fields?: Readonly<Record<string, string | readonly string[]>> | undefined
  /** It has answers to a form, which are Markdown. */
  readonly isMarkdown?: boolean | undefined
}

/** JSON, with files in base64. */
export function reportAsBytes({ files, ...report }: KeptReport): Uint8Array {
  const kept = files.map((file) => ({ ...file, data: Buffer.from(file.data).toString('base64') }))
  return new TextEncoder().encode(JSON.stringify({ ...report, files: kept }))
}

export function reportFromBytes(bytes: Uint8Array): KeptReport {
  const kept = JSON.parse(new TextDecoder().decode(bytes)) as Omit<KeptReport, 'files'> & {
    readonly files: readonly (Omit<Report['files'][number], 'data'> & { readonly data: string })[]
  }
  return { ...kept, files: kept.files.map((file) => ({ ...file, data: Buffer.from(file.data, 'base64') })) }
}
