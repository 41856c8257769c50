// A program elsewhere, or a page in a browser, that uses the tracker: the same code on Node, Bun, Deno and in browsers.
import { connect, isTrackerError, type ClientOptions } from '@trackerkit/client'

/** Files a bug with an attachment, and returns the stored bug. */
export async function report(options: ClientOptions) {
  const remote = connect(options)
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  const { id } = await remote.bugs.create({ ...place, summary: 'The café blinks' })
  const file = { file_name: 'é.txt', summary: 'A file', content_type: 'text/plain', data: new Blob(['Ünïcode']) }
  const { ids } = await remote.attachments.create({ ids: [id], ...file })

  const { bugs } = await remote.bugs.get({ ids: [id], include_fields: ['summary', 'creator', 'creation_time'] })
  const { attachments } = await remote.attachments.get({ attachment_ids: ids })
  const refused = await remote.bugs.update({ ids: [id], status: 'VERIFIED' }).then(
    () => undefined,
    (error: unknown) => (isTrackerError(error) ? error.code : String(error)),
  )
  await remote.close()
  return {
    summary: bugs[0]?.summary,
    creator: bugs[0]?.creator,
    isNew: Date.now() - (bugs[0]?.creation_time.getTime() ?? 0) < 3_600_000,
    text: new TextDecoder().decode(attachments[ids[0] as number]?.data),
    refused,
  }
}
