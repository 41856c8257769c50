// The addresses of this installation's own bugs.
import type { Catalogue } from '../setup/catalogue.js'

/** Where a bug is shown: below the urlbase of the installation, with or without a slash at its end. */
export function urlOfBug({ parameters: { urlbase } }: Pick<Catalogue, 'parameters'>, id: number): string {
  const folder = urlbase === '' || urlbase.endsWith('/') ? urlbase : `${urlbase}/`
  return `${folder}show_bug.cgi?id=${id}`
}

/** The bug of this installation that a URL names; undefined for any other URL. */
export function bugIdInUrl(catalogue: Pick<Catalogue, 'parameters'>, url: string): number | undefined {
  const id = Number(/\?id=(\d+)$/.exec(url)?.[1])
  return url === urlOfBug(catalogue, id) ? id : undefined
}
