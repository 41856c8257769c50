// Addresses in texts and messages. Those of the tracker itself need the parameter `urlbase`.
import type { Target } from '@trackerkit/markdown/links'
import { urlOfBug } from '../../access/bug-url.js'
import type { Catalogue } from '../../setup/catalogue.js'

export type Parameters = Pick<Catalogue, 'parameters'>

export function urlOfAttachment(catalogue: Parameters, id: number): string | null {
  return fullUrl(catalogue, urlOfBug(catalogue, id).replace('show_bug.cgi', 'attachment.cgi'))
}

export function fullUrl({ parameters }: Parameters, url: string): string | null {
  return parameters.urlbase === '' ? null : url
}

/**
 * The URL of a target that a text names. `bugId` is the bug of the text. Hidden and missing targets have one too,
 * because the text is the same for all readers.
 */
export function addressOf(catalogue: Parameters, bugId: number | undefined, target: Target): string | null {
  switch (target.kind) {
    case 'url':
      return target.url
    case 'bug': {
      const url = urlOfBug(catalogue, Number(target.id))
      return fullUrl(catalogue, target.comment === undefined ? url : `${url}#c${target.comment}`)
    }
    case 'comment':
      return bugId === undefined ? null : fullUrl(catalogue, `${urlOfBug(catalogue, bugId)}#c${target.number}`)
    case 'attachment':
      return urlOfAttachment(catalogue, Number(target.id))
    case 'commit':
    case 'mention':
      return null
  }
}
