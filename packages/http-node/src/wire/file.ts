// Answers that are files: what somebody has uploaded goes out as it is, to be kept and never to be run.

export interface AnswerFile {
  readonly name: string
  /** Its content type. */
  readonly type: string
  readonly data: Uint8Array
}

/** Even who opens the file in place of keeping it gets a page without scripts, forms and an origin of its own. */
export function fileHeaders({ name, type }: AnswerFile): Record<string, string> {
  const plain = name.replace(/[^\w.() -]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
  return {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  }
}
