// The configuration of the tracker, which every page needs and which seldom changes: each part requested at most
// once a minute, and again after changes.
import type { Client } from '../page/operations.js'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'

const freshFor = 60_000

/** Maximum number of parts. */
const mostParts = 50

/** Writing these leaves the configuration as it is. */
const ofBugs = /^\/(bug|comment|attachment|preferences|saved_search)/

export interface MetadataMemory {
  readonly remembering: (client: Client) => Client
  /** Something was written; the path is that of the API. */
  readonly written: (path: string) => void
}

export function createMetadataMemory(): MetadataMemory {
  const cached = new Map<string, { readonly at: number; readonly answer: Promise<ServerMetadataAnswer> }>()
  const remembering = (client: Client): Client => {
    // Several callers share one request: aborting one does not end it for the others.
    const metadata: Client['server']['metadata'] = async (input) => {
      const part = JSON.stringify(input)
      const known = cached.get(part)
      if (known && Date.now() - known.at < freshFor) return known.answer
      const answer = client.server.metadata(input)
      const fresh = { at: Date.now(), answer }
      if (cached.size >= mostParts) cached.clear()
      cached.set(part, fresh)
      // A failed request is sent again.
      answer.catch(() => {
        if (cached.get(part) === fresh) cached.delete(part)
      })
      return answer
    }
    return { ...client, server: { ...client.server, metadata } }
  }
  const written = (path: string) => {
    if (!ofBugs.test(path)) cached.clear()
  }
  return { remembering, written }
}
