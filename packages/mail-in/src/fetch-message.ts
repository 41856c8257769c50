// Fetches a message from a mailbox.
import type { ImapFlow } from 'imapflow'

/** In bytes: of a longer message a tracker reads only this, and refuses it. */
const longest = 26_214_401

type Fetched = { readonly bytes: Uint8Array } | { readonly problem: string }

/** An empty answer does not mean that the message is empty. @throws errors of the connection */
export async function fetchMessage(client: Pick<ImapFlow, 'fetchOne' | 'usable'>, uid: number): Promise<Fetched> {
  const query = { size: true, source: { start: 0, maxLength: longest } }
  const message = await client.fetchOne(String(uid), query, { uid: true }).catch((error: unknown) => {
    if (!client.usable) throw error
    return false as const
  })
  if (!message) return { problem: 'the server did not return it' }
  const { source = new Uint8Array(), size = 0 } = message
  if (source.byteLength === 0 && size > 0) return { problem: 'the server returned it without its content' }
  return { bytes: source }
}
