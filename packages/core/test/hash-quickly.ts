// Runs before every test file. Hashing a password costs next to nothing there, except in tests about hashing.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, expect } from 'vitest'

const aboutHashing = /\/(core\/src\/auth\/secrets|http-node\/test\/logins)\.test\.ts$/

const { scrypt } = crypto

function quick(
  password: string,
  salt: Buffer,
  length: number,
  _cost: unknown,
  callback: (error: Error | null, key: Buffer) => void,
): void {
  scrypt(password, salt, length, { N: 16 }, callback)
}

function hashWith(hash: unknown): void {
  Object.assign(crypto, { scrypt: hash })
  syncBuiltinESMExports()
}

beforeAll(() => {
  if (!aboutHashing.test(expect.getState().testPath ?? '')) hashWith(quick)
})

afterAll(() => hashWith(scrypt))
