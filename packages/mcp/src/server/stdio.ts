import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { RequestId } from '@modelcontextprotocol/sdk/types.js'
import { serverOf, type McpOptions } from './server.js'

/**
 * Serves one assistant on stdin and stdout until it disconnects. Requests that it has sent before are answered. Until then, write
 * nothing else to stdout.
 *
 * @throws RangeError and invalid_options as `createMcpServer` does
 * @example
 * await serveStdio({ operations: tracker.as({ login: 'assistant@example.com' }) })
 */
export async function serveStdio(options: McpOptions): Promise<void> {
  const server = serverOf(options)
  const transport = new StdioServerTransport()
  const ended = new Promise<void>((resolve) => (server.server.onclose = resolve))
  const close = () => void server.close()
  await server.connect(transport)
  const answered = followRequests(transport)
  // The transport reports neither the end of its input nor an output that nothing reads.
  process.stdin.once('end', () => void answered().then(close))
  process.stdout.on('error', close)
  await ended
}

/** Returns a function that resolves when all requests so far have been answered. */
function followRequests(transport: StdioServerTransport): () => Promise<void> {
  const open = new Set<RequestId>()
  let proceed = () => {}
  const forget = (id: RequestId) => {
    open.delete(id)
    if (open.size === 0) proceed()
  }
  const receive = transport.onmessage
  transport.onmessage = (message) => {
    if ('method' in message && 'id' in message) open.add(message.id)
    receive?.(message)
    // There will be no answer.
    if ('method' in message && message.method === 'notifications/cancelled')
      forget(message.params?.['requestId'] as RequestId)
  }
  const send = transport.send.bind(transport)
  transport.send = async (message) => {
    await send(message)
    if ('id' in message && !('method' in message) && message.id !== undefined) forget(message.id)
  }
  return () => new Promise((resolve) => (open.size === 0 ? resolve() : (proceed = resolve)))
}
