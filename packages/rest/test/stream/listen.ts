// Reads server-sent events as they come.
import type { Site } from '../harness.js'

/** A block between two empty lines: its fields, and its comments under the empty name. */
export type Block = Readonly<Record<string, string>>

export interface Listening {
  readonly response: Response
  /** The next block; undefined when the stream has ended. */
  readonly next: () => Promise<Block | undefined>
  /** The next block with data. */
  readonly event: () => Promise<Block | undefined>
  readonly stop: () => Promise<void>
}

export async function listen(
  site: Pick<Site, 'server' | 'keys'>,
  path: string,
  { as, headers }: { readonly as?: keyof Site['keys']; readonly headers?: Record<string, string> } = {},
): Promise<Listening> {
  const ending = new AbortController()
  const response = await fetch(`${site.server.url}${path}`, {
    headers: { ...(as && { 'X-Tracker-API-Key': site.keys[as] }), ...headers },
    signal: ending.signal,
  })
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async () => {
    while (!text.includes('\n\n')) {
      const { done, value } = await reader.read()
      if (done) return undefined
      text += value
    }
    const end = text.indexOf('\n\n')
    const lines = text.slice(0, end).split('\n')
    text = text.slice(end + 2)
    return Object.fromEntries(lines.map((line) => (/^(\w*): ?(.*)$/s.exec(line) ?? []).slice(1) as [string, string]))
  }
  return {
    response,
    next,
    async event() {
      for (;;) {
        const block = await next()
        if (block === undefined || 'data' in block) return block
      }
    },
    async stop() {
      ending.abort()
      await reader.cancel().catch(() => undefined)
    },
  }
}
