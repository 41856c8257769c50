import type { Attachment } from '@trackerkit/client'

const largest = 5 * 1024 * 1024

/** Images that cannot run anything, up to 5 MB. */
export function isShownAsImage({ content_type, size }: Pick<Attachment, 'content_type' | 'size'>): boolean {
  return /^image\/(png|jpeg|gif|webp|avif)$/.test(content_type) && size <= largest
}
