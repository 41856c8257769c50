// The code of the thread that reads messages: one after the other.
import { parentPort } from 'node:worker_threads'
import { readMessage } from './read-message.js'

parentPort?.on('message', (bytes: Uint8Array) => {
  readMessage(bytes).then(
    (mail) => parentPort?.postMessage({ mail }),
    (error: unknown) => {
      const { message, reason = 'unreadable' } = error as Error & { readonly reason?: string }
      parentPort?.postMessage({ error: { message, reason } })
    },
  )
})
