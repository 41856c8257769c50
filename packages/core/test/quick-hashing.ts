import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll } from 'vitest'

const { scrypt } = crypto

/** Lets hashing of passwords cost next to nothing in all tests of the file, which look at something else. */
export function hashQuickly(): void {
  const quick = (
    password: string,
    salt: Buffer,
    length: number,
    _cost: unknown,
    callback: (error: Error | null, key: Buffer) => void,
  ) => scrypt(password, salt, length, { N: 16 }, callback)
  beforeAll(() => hashWith(quick))
  afterAll(() => hashWith(scrypt))
}

function hashWith(hash: unknown): void {
  Object.assign(crypto, { scrypt: hash })
  syncBuiltinESMExports()
}
