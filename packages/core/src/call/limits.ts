// Limits of a credential below the rights of its owner.

/** Scopes of an API key. `write` includes `read`. */
export const keyScopes = ['read', 'write', 'admin'] as const
export type KeyScope = (typeof keyScopes)[number]

export interface Limits {
  readonly mayWrite: boolean
  /** Permits administration and giving power away: keys, passwords, sessions, webhooks. */
  readonly mayAdminister: boolean
  /** The only products there are; undefined: all. */
  readonly productIds: ReadonlySet<number> | undefined
  /** The user who sees the tracker as the caller does, for whom the ways to log in are absent; undefined: the caller. */
  readonly actorId?: number | undefined
}

export const unlimited: Limits = { mayWrite: true, mayAdminister: true, productIds: undefined }

/** Returns the limits of a call with two credentials: what both permit. */
export function bothLimits(a: Limits, b: Limits): Limits {
  if (a === unlimited) return b
  if (b === unlimited) return a
  const { productIds: ofA } = a
  const { productIds: ofB } = b
  return {
    mayWrite: a.mayWrite && b.mayWrite,
    mayAdminister: a.mayAdminister && b.mayAdminister,
    actorId: a.actorId ?? b.actorId,
    productIds: ofA && ofB ? new Set([...ofA].filter((id) => ofB.has(id))) : (ofA ?? ofB),
  }
}

/** Returns a cache key that differs for different limits. */
export function limitsKey({ mayWrite, mayAdminister, productIds }: Limits): string {
  const products = productIds && [...productIds].toSorted((a, b) => a - b)
  return JSON.stringify([mayWrite, mayAdminister, products])
}
