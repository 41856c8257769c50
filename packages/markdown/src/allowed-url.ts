// The addresses that links may have. A link to any other address stays text.

const allowed = /^(?:https?:\/\/|mailto:|attachment:\d{1,9}$)/i

/** Judges an address in which character references are decoded. An encoded scheme is not allowed, so nothing depends on who decodes. */
export function isAllowedUrl(url: string): boolean {
  return allowed.test(url)
}

/** The number of the attachment that `attachment:4` names. */
export function attachmentOf(url: string): number | undefined {
  return /^attachment:\d{1,9}$/i.test(url) ? Number(url.slice('attachment:'.length)) : undefined
}
