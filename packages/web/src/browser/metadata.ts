// The set-up of the tracker, which every page needs and which seldom changes: asked for once a minute at most.
import type { Client, ServerMetadataAnswer } from '@trackerkit/client'

const freshFor = 60_000

export function rememberingMetadata(client: Client): Client {
  let known: { readonly at: number; readonly answer: Promise<ServerMetadataAnswer> } | undefined
  const metadata: Client['server']['metadata'] = async (input, options) => {
    if (known && Date.now() - known.at < freshFor) return known.answer
    const answer = client.server.metadata(input, options)
    known = { at: Date.now(), answer }
    // What failed is asked for again.
    answer.catch(() => (known = undefined))
    return answer
  }
  return { ...client, server: { ...client.server, metadata } }
}
