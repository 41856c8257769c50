import type { AnyServer } from './close.js'

/** Resolves when the server listens. */
export async function listen(server: AnyServer, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
