import type { Call } from '../../call/context.js'

/** Adds the address of the client, which is what an owner looks for after a change of how an account logs in. */
export function withOrigin(text: string, { address }: Pick<Call, 'address'>): string {
  return address === undefined || address === '' ? text : `${text} from ${address}`
}
