import type { Attachment } from '@trackerkit/client'

const largest = 5 * 1024 * 1024

/** Browsers show these types without running anything. */
export const imageTypes = /^image\/(png|jpeg|gif|webp|avif)$/

/** Images that cannot run anything, up to 5 MB. */
export function isShownAsImage({ content_type, size }: Pick<Attachment, 'content_type' | 'size'>): boolean {
  return imageTypes.test(content_type) && size <= largest
}
