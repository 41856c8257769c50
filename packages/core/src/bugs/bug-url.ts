// The addresses of this installation's own bugs.
import type { Catalogue } from '../catalogue.js'

/** Where a bug is shown, below the urlbase of the installation. */
export function urlOfBug({ parameters }: Pick<Catalogue, 'parameters'>, id: number): string {
  return `${parameters.urlbase}show_bug.cgi?id=${id}`
}

/** The bug of this installation that a URL names; undefined for any other URL. */
export function bugIdInUrl(catalogue: Pick<Catalogue, 'parameters'>, url: string): number | undefined {
  const id = Number(/\?id=(\d+)$/.exec(url)?.[1])
  return url === urlOfBug(catalogue, id) ? id : undefined
}
