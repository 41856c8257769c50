// Secrets of code hooks.
import type { Environment } from '../../kernel/environment.js'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** 40 random characters, which forms of all hosts take. */
export function newHookSecret({ random }: Pick<Environment, 'random'>): string {
  return Array.from(random(40), (byte) => alphabet[byte % alphabet.length]).join('')
}
