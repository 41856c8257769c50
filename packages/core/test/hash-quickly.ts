// Runs before every test file. Hashing a password costs next to nothing in those of these packages, except in tests about hashing.
// Started servers would not accept such passwords.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, expect } from 'vitest'

const packages = /\/packages\/(core|rest|http-node|web|oidc|ldap|mcp|client)\//
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
  const path = expect.getState().testPath ?? ''
  if (packages.test(path) && !aboutHashing.test(path)) hashWith(quick)
})

afterAll(() => hashWith(scrypt))
