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
 * The address of what a text names. `bugId` is the bug that it belongs to. Hidden and missing things have one too: the text is the
 * same for all.
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
