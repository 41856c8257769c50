// The configuration of the tracker, which every page needs and which seldom changes: requested at most once a
// minute, and again after changes.
import type { Client } from '@trackerkit/client'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'

const freshFor = 60_000

/** Writing these leaves the configuration as it is. */
const ofBugs = /^\/(bug|comment|attachment|preferences|saved_search)/

export interface MetadataMemory {
  readonly remembering: (client: Client) => Client
  /** Something was written; the path is that of the API. */
  readonly written: (path: string) => void
}

export function createMetadataMemory(): MetadataMemory {
  let cached: { readonly at: number; readonly answer: Promise<ServerMetadataAnswer> } | undefined
  const remembering = (client: Client): Client => {
    // Several callers share one request: aborting one does not end it for the others.
    const metadata: Client['server']['metadata'] = async (input) => {
      if (cached && Date.now() - cached.at < freshFor) return cached.answer
      const answer = client.server.metadata(input)
      const fresh = (cached = { at: Date.now(), answer })
      // A failed request is sent again.
      answer.catch(() => {
        if (cached === fresh) cached = undefined
      })
      return answer
    }
    return { ...client, server: { ...client.server, metadata } }
  }
  const written = (path: string) => {
    if (!ofBugs.test(path)) cached = undefined
  }
  return { remembering, written }
}
