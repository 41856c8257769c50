import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requireDirectory } from './directory.js'
import { chosenLogins } from './logins.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trackerkit-logins-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const right = { preset: 'ldap', title: 'Staff', url: 'ldap://127.0.0.1:9', base: 'dc=example,dc=com', emails: 'all' }

function read(passwords: object) {
  const path = join(folder, 'logins.json')
  writeFileSync(path, JSON.stringify({ passwords }))
  return chosenLogins({ logins: path }, false)
}

describe('the key passwords of the file of --logins', () => {
  it('becomes a directory with its rules, and a secret from a file beside it', async () => {
    writeFileSync(join(folder, 'ldap.secret'), 'a secret\n')
    const reader = { reader_dn: 'cn=reader', reader_password_file: 'ldap.secret' }
    const { providers, passwords } = (await read({ ...right, ...reader, accounts: 'all', groups: ['qa'] })) ?? {}
    expect(providers).toEqual([])
    expect(passwords).toMatchObject({ emails: 'all', accounts: 'all', groups: ['qa'] })
    expect(passwords?.source).toMatchObject({ name: 'ldap', title: 'Staff', issuer: 'ldap:dc=example,dc=com' })
  })

  const wrong: readonly (readonly [problem: string, passwords: object, message: RegExp])[] = [
    ['an unknown preset', { ...right, preset: 'radius' }, /passwords\.preset/],
    ['an unknown key', { ...right, password: 'x' }, /unknown key password/],
    ['addresses that nobody vouches for', { ...right, emails: 'verified' }, /passwords\.emails/],
    ['an unencrypted server', { ...right, url: 'ldap://ldap.example.com' }, /passwords: url: ldaps:/],
    ['a reader without a password', { ...right, reader_dn: 'cn=reader' }, /either reader_password_file or/],
    ['a password without a reader', { ...right, reader_password: 'x' }, /reader_dn is required/],
    ['a missing file', { ...right, ca_file: 'none.pem' }, /passwords\.ca_file cannot be read: ENOENT/],
  ]
  it.each(wrong)('is refused with %s', async (_problem, passwords, message) => {
    await expect(read(passwords)).rejects.toThrow(message)
  })

  it('is tried by config check, which names the directory that does not respond', async () => {
    const { passwords } = (await read(right)) ?? {}
    if (!passwords) throw new Error('no directory')
    await expect(requireDirectory(passwords)).rejects.toThrow(/^directory ldap: ECONNREFUSED$/)
  })
})
