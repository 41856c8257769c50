// The secrets that sign the requests of a webhook.
import * as z from 'zod'
import { addHours } from 'date-fns/addHours'
import type { Environment } from '../../kernel/environment.js'
import type { Json } from '../../store/index.js'

const secrets = z.array(z.object({ secret: z.string(), until: z.int().nullable() }))
type Secrets = z.output<typeof secrets>

/** The most secrets that sign one request. */
const mostKept = 5

/** A new one, in the form that libraries of receivers take. */
export function newSecret({ random }: Pick<Environment, 'random'>): string {
  return `whsec_${Buffer.from(random(32)).toString('base64')}`
}

/** Those that requests are signed with now. */
export function validSecrets(stored: Json, now: Date): string[] {
  const valid = secrets.parse(stored).filter(({ until }) => until === null || until > now.getTime())
  return valid.map(({ secret }) => secret)
}

/** The new one first; those before sign for some more hours, or for as long as they would have anyway. */
export function withNewSecret(stored: Json, secret: string, now: Date, keepHours: number): Secrets {
  const end = addHours(now, keepHours).getTime()
  const kept = secrets
    .parse(stored)
    .map((old) => ({ ...old, until: Math.min(old.until ?? end, end) }))
    .filter(({ until }) => until > now.getTime())
  return [{ secret, until: null }, ...kept].slice(0, mostKept)
}
