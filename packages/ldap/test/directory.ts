// A directory of tests: slapd on this machine, with temporary files.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../test-postgres/src/free-port.js'

export const base = 'ou=people,dc=example,dc=com'
export const groupBase = 'ou=groups,dc=example,dc=com'
export const reader = { dn: 'cn=reader,dc=example,dc=com', password: 'of the reader' }

const schemas = ['core', 'cosine', 'inetorgperson'].map((name) => `/etc/ldap/schema/${name}.schema`)
const program = ['/usr/sbin/slapd', '/usr/libexec/slapd', '/usr/local/libexec/slapd'].find((path) => existsSync(path))

/** Undefined if the tests can run. */
export const missing =
  program === undefined || !schemas.every((path) => existsSync(path)) ? 'slapd is not installed' : undefined

export interface Directory {
  readonly url: string
  readonly secureUrl: string
  /** The certificate of the authority. */
  readonly ca: string
  stop(): Promise<void>
}

const contents = `
dn: dc=example,dc=com
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ou=people,dc=example,dc=com
objectClass: organizationalUnit
ou: people

dn: ou=groups,dc=example,dc=com
objectClass: organizationalUnit
ou: groups

dn: cn=reader,dc=example,dc=com
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: of the reader

dn: uid=erin,ou=people,dc=example,dc=com
objectClass: inetOrgPerson
objectClass: extensibleObject
objectGUID:: gIGCg4SFhoeIiYqLjI2Ojw==
GUID:: gIGCg4SFhoeIiYqLjI2Ojw==
jpegPhoto:: gIGCg4SFhoeIiYqLjI2Ojw==
uid: erin
cn: Erin Example
sn: Example
mail: erin@example.com
userPassword: of Erin

dn: uid=frank,ou=people,dc=example,dc=com
objectClass: inetOrgPerson
objectClass: extensibleObject
objectGUID: 0123456789abcdef
GUID: 0123456789abcdef
uid: frank
cn: Frank (Example)
sn: Example
mail: frank@example.com
userPassword: of Frank

dn: uid=star*(x),ou=people,dc=example,dc=com
objectClass: inetOrgPerson
uid: star*(x)
cn: Star
sn: Example
mail: star@example.com
userPassword: of Star

dn: cn=twin 1,ou=people,dc=example,dc=com
objectClass: inetOrgPerson
uid: twin
cn: twin 1
sn: Example
userPassword: of the twins

dn: cn=twin 2,ou=people,dc=example,dc=com
objectClass: inetOrgPerson
uid: twin
cn: twin 2
sn: Example
userPassword: of the twins

dn: uid=locked,ou=people,dc=example,dc=com
objectClass: inetOrgPerson
uid: locked
cn: Locked
sn: Example

dn: ou=elsewhere,ou=people,dc=example,dc=com
objectClass: referral
objectClass: extensibleObject
ou: elsewhere
ref: ldap://127.0.0.1:9/ou=people,dc=example,dc=com

dn: cn=developers,ou=groups,dc=example,dc=com
objectClass: groupOfNames
cn: developers
member: uid=erin,ou=people,dc=example,dc=com

dn: cn=qa,ou=groups,dc=example,dc=com
objectClass: groupOfNames
cn: qa
member: uid=erin,ou=people,dc=example,dc=com
member: uid=frank,ou=people,dc=example,dc=com

dn: ou=teams,dc=example,dc=com
objectClass: organizationalUnit
ou: teams

dn: cn=red,ou=teams,dc=example,dc=com
objectClass: groupOfNames
cn: red
member: uid=frank,ou=people,dc=example,dc=com

dn: cn=green,ou=teams,dc=example,dc=com
objectClass: groupOfNames
cn: green
member: uid=frank,ou=people,dc=example,dc=com

dn: cn=blue,ou=teams,dc=example,dc=com
objectClass: groupOfNames
cn: blue
member: uid=frank,ou=people,dc=example,dc=com
`

/** Starts a directory that only this machine can reach. */
export async function startDirectory(): Promise<Directory> {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-ldap-'))
  const [port, securePort] = [await freePort(), await freePort()]
  const certificate = makeCertificates(folder)
  writeFileSync(join(folder, 'contents.ldif'), contents)
  mkdirSync(join(folder, 'data'))
  const configuration = join(folder, 'slapd.conf')
  writeFileSync(configuration, configurationOf(folder))
  execFileSync(program ?? '', ['-T', 'add', '-f', configuration, '-l', join(folder, 'contents.ldif')], {
    stdio: 'ignore',
  })
  const urls = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${securePort}`
  const child = spawn(program ?? '', ['-f', configuration, '-h', urls, '-d', '0'], { stdio: 'ignore' })
  await waitFor(port, child)
  return {
    url: `ldap://127.0.0.1:${port}`,
    secureUrl: `ldaps://localhost:${securePort}`,
    ca: certificate,
    async stop() {
      await ended(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Of Active Directory and eDirectory. */
const binaryIds = [
  ['1.2.840.113556.1.4.2', 'objectGUID'],
  ['2.16.840.1.113719.1.1.4.1.501', 'GUID'],
]
const octets = 'SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE'

function configurationOf(folder: string): string {
  const modules = '/usr/lib/ldap'
  const isModular = existsSync(modules) && readdirSync(modules).some((name) => name.startsWith('back_mdb'))
  return [
    ...schemas.map((path) => `include ${path}`),
    ...binaryIds.map(([oid, name]) => `attributetype ( ${oid} NAME '${name}' EQUALITY octetStringMatch ${octets} )`),
    `pidfile ${join(folder, 'pid')}`,
    ...(isModular ? [`modulepath ${modules}`, 'moduleload back_mdb'] : []),
    `TLSCertificateFile ${join(folder, 'server.pem')}`,
    `TLSCertificateKeyFile ${join(folder, 'server.key')}`,
    // The setting under which a name without a password is accepted.
    'allow bind_v2 bind_anon_cred bind_anon_dn',
    // Of one search.
    'sizelimit 2',
    'database mdb',
    'suffix "dc=example,dc=com"',
    `directory ${join(folder, 'data')}`,
    'access to attrs=userPassword by anonymous auth by * none',
    'access to * by dn.exact="cn=reader,dc=example,dc=com" read by * none',
  ].join('\n')
}

/** A certificate for `localhost`: the address of the machine does not fit. */
function makeCertificates(folder: string): string {
  const run = (...given: string[]) =>
    execFileSync('openssl', given, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'server.key']
  run('req', '-x509', ...key, '-out', 'server.pem', '-days', '2', ...names)
  return run('x509', '-in', 'server.pem').toString()
}

async function waitFor(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error(`slapd ended with ${child.exitCode}`)
    if (await connects(port)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('slapd does not respond')
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

async function ended(child: ChildProcess): Promise<void> {
  const end = new Promise((resolve) => child.once('exit', resolve))
  if (child.exitCode !== null || !child.kill('SIGTERM')) return
  await end
}
