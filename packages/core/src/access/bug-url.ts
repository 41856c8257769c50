// Addresses of this installation.
import type { Catalogue } from '../setup/catalogue.js'

/** The parameter urlbase with a slash at its end; empty while it is not set. */
export function folderUrl({ parameters: { urlbase } }: Pick<Catalogue, 'parameters'>): string {
  return urlbase === '' || urlbase.endsWith('/') ? urlbase : `${urlbase}/`
}

/** Where a bug is shown. */
export function urlOfBug(catalogue: Pick<Catalogue, 'parameters'>, id: number): string {
  return `${folderUrl(catalogue)}show_bug.cgi?id=${id}`
}

/** The bug of this installation that a URL names; undefined for any other URL. */
export function bugIdInUrl(catalogue: Pick<Catalogue, 'parameters'>, url: string): number | undefined {
  const id = Number(/\?id=(\d+)$/.exec(url)?.[1])
  return url === urlOfBug(catalogue, id) ? id : undefined
}
