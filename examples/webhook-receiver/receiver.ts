import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'

interface Message {
  readonly type: string
  readonly data: { readonly bug: { readonly id: number; readonly resolution?: string } }
}

/** A build server that builds fixed bugs. webhooks.create and webhooks.rotate return `secret`. */
export function createBuildServer(secret: string, build: (bugId: number) => void) {
  const webhook = new Webhook(secret)
  // Requests can arrive more than once. Use a database to remember them beyond the process.
  const known = new Set<string>()

  async function receive(request: IncomingMessage): Promise<number> {
    const id = String(request.headers['webhook-id'])
    // The body as received: parsing and serializing it changes the signature.
    const message = webhook.verify(await text(request), request.headers as Record<string, string>) as Message
    if (known.has(id)) return 204
    const { type, data } = message
    if (type === 'bug.changed' && data.bug.resolution === 'FIXED') build(data.bug.id)
    known.add(id)
    return 204
  }

  return createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      (error: unknown) => response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end(),
    )
  })
}
