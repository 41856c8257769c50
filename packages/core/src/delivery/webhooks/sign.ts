// Signatures as the Standard Webhooks specification has them.
import { createHmac } from 'node:crypto'

/** One for each secret, so that receivers may know either. */
export function signatureOf(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
}
