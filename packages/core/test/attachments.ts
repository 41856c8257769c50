// Attachments in behaviour tests.
import type { AttachmentView } from '../src/domain/attachments/view.js'
import type { World } from './harness.js'

export const bytes = (text: string) => new TextEncoder().encode(text)

/** The least that an attachment needs beside its bugs. */
export const note = {
  data: bytes('Segmentation fault'),
  file_name: 'crash.log',
  summary: 'What it says',
  content_type: 'text/plain',
}

/** Attaches a note, with `input` in it, to a bug. Returns its id. */
export async function attach(world: World, bug: number, input: object = {}, name = 'alice'): Promise<number> {
  const { ids } = await world.as(name).attachments.create({ ids: [bug], ...note, ...input })
  return ids[0] as number
}

/** The attachment, as a person sees it. */
export async function showAttachment(world: World, id: number, name = 'alice'): Promise<AttachmentView> {
  const { attachments } = await world.as(name).attachments.get({ attachment_ids: [id] })
  return attachments[id] as AttachmentView
}
