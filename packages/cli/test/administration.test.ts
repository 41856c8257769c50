// The administration commands, run in this process on a separate file.
import { mkdtempSync, rmSync } from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { copyStore } from '@trackerkit/core/moving'
import { createTracker, type Tracker } from '@trackerkit/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserOf, logins, person, testProvider } from '../../core/test/login-provider.js'
import { password, shownBy } from '../../core/test/second-factor.js'
import { main } from '../src/main.js'

let folder: string
let tracker: Tracker

/** The tracker stays open while commands change its file: that is what they are for. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trackerkit-cli-'))
  tracker = await createTracker({ store: sqliteStore(join(folder, 'test.db'), { durability: 'normal' }) })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await tracker.close()
  rmSync(folder, { recursive: true })
})

async function run(...args: readonly string[]) {
  let [out, err] = ['', '']
  const outs = vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true))
  const errs = vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true))
  const code = await main([...args, '--db', join(folder, 'test.db')], () => '0')
  outs.mockRestore()
  errs.mockRestore()
  return { code, out, err }
}

/** Returns the output of a command that must succeed. */
async function printed(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await run(...args)
  expect([code, err]).toEqual([0, ''])
  return out
}

const clock = { now: () => new Date() }
const admin = () => tracker.as({ login: 'admin@example.com' })

describe('trackerkit', () => {
  it('says when a list is cut, and how to get the rest', async () => {
    for (const name of ['a', 'b', 'c'])
      await tracker.asSystem().keywords.create({ name: `word-${name}`, description: name })
    const cut = await run('audit', 'list', '--class', 'Keyword', '--limit', '2')
    expect([cut.out.split('\n').length - 1, cut.err]).toEqual([
      2,
      'trackerkit: first 2 shown; use --offset 2 for the next\n',
    ])
    const rest = await run('audit', 'list', '--class', 'Keyword', '--limit', '2', '--offset', '2')
    expect([rest.code, rest.out.split('\n').length - 1]).toEqual([0, 1])
    expect((await run('audit', 'list', '--class', 'Keyword', '--limit', '2', '--json')).err).toBe('')
    expect((await run('audit', 'list', '--class', 'Keyword')).err).toBe('')
  })

  it('prints all of the audit log as lines of JSON, beyond what one answer holds', async () => {
    const most = 1050
    for (let n = 0; n < most; n++) await tracker.asSystem().parameters.update({ parameters: { mailfrom: `a${n}@b.c` } })
    const lines = (await printed('audit', 'list', '--class', 'Parameter', '--lines')).trimEnd().split('\n')
    const added = lines.map((line) => (JSON.parse(line) as { readonly added: string }).added)
    expect(added).toEqual(Array.from({ length: most }, (_, n) => `a${most - 1 - n}@b.c`))
    const cut = await run('audit', 'list', '--lines', '--limit', '5')
    expect([cut.code, cut.out]).toEqual([2, ''])
    expect(cut.err).toContain('--lines prints all entries')
  })

  it('lists all users without a name and without a text to match', async () => {
    await tracker.asSystem().users.create({ email: 'bob@example.com', full_name: 'Bob' })
    expect(await printed('user', 'list')).toMatch(/^\d+\tadmin@example\.com\t.*\n\d+\tbob@example\.com\tBob\n$/)
    expect(await printed('user', 'list', '--match', 'bob')).toMatch(/^\d+\tbob@example\.com\tBob\n$/)
    expect(await printed('user', 'list', '--groups', 'admin')).toMatch(/^\d+\tadmin@example\.com\t.*\n$/)
    expect(await printed('user', 'list', 'bob@example.com')).toMatch(/^\d+\tbob@example\.com\tBob\n$/)
  })

  it('names missing options as they are written', async () => {
    expect(await run('product', 'create', 'Gadgets', '--version', '1.0')).toEqual({
      code: 2,
      out: '',
      err: "trackerkit: missing: --description\nTry 'trackerkit product create --help'.\n",
    })
  })

  it('names components of products with colons and backslashes in their names', async () => {
    const system = tracker.asSystem()
    const names = [
      ['Parts', 'B:UI'],
      ['Parts:B', 'UI'],
      ['C:\\', '\\:'],
    ] as const
    for (const [product, name] of names) {
      await system.products.create({ name: product, description: 'Names', version: '1.0' })
      const part = { product, name, description: 'All of it', default_assignee: 'admin@example.com' }
      await system.components.create(part)
    }
    await system.users.create({ email: 'kim@example.com' })
    const as = ['--as', 'kim@example.com']
    for (const [product, component] of names) {
      await tracker.as({ login: 'kim@example.com' }).follows.update({ add: [{ product, component }] })
      const line = await printed('follow', 'list', ...as)
      const [, name = ''] = line.split('\t')
      await printed('follow', 'remove', `component=${name}`, ...as)
      expect(await printed('follow', 'list', ...as)).toBe('')
      await printed('follow', 'add', `component+all=${name}`, ...as)
      const { components } = await tracker.as({ login: 'kim@example.com' }).follows.get()
      expect(components).toEqual([{ product, component, scope: 'all', by_mail: false }])
      await printed('follow', 'remove', `component=${name}`, ...as)
    }
  })

  it('shows the inbox, the follows and the schedules of a user, with the permissions of that user', async () => {
    const system = tracker.asSystem()
    await system.products.create({ name: 'Widgets', description: 'They blink', version: '1.0' })
    const part = { product: 'Widgets', description: 'All of it', default_assignee: 'admin@example.com' }
    await system.components.create({ ...part, name: 'UI' })
    for (const name of ['bob', 'eve']) await system.users.create({ email: `${name}@example.com`, full_name: name })
    const bug = { product: 'Widgets', component: 'UI', version: '1.0' }
    const { id } = await admin().bugs.create({ ...bug, summary: 'It\nblinks' })
    const as = ['--as', 'bob@example.com']
    expect(await printed('follow', 'add', `bug=${id}`, 'product+all+mail=Widgets', 'user=eve@example.com', ...as)).toBe(
      '',
    )
    await printed('follow', 'add', 'component=Widgets:UI', ...as)
    expect(await printed('follow', 'list', ...as)).toBe(
      `bug\t${id}\tIt blinks\nproduct\tWidgets\tall changes\temail\ncomponent\tWidgets:UI\tnew bugs\nuser\teve@example.com\n`,
    )
    expect(await printed('inbox', 'list', ...as)).toMatch(
      new RegExp(`^${id}\\t[^\\t]+Z\\tfollowed\\tnew\\tadmin@example.com\\tWidgets / UI\\tIt blinks\\n$`),
    )
    await admin().bugs.create({ ...bug, summary: 'It hums' })
    const cut = await run('inbox', 'list', '--limit', '1', ...as)
    expect(cut.out.split('\n')).toHaveLength(2)
    const cursor = /^trackerkit: more entries exist; use --cursor (\S+) for the next\n$/.exec(cut.err)?.[1] ?? ''
    expect(await printed('inbox', 'list', '--cursor', cursor, ...as)).toContain('It blinks')
    expect(JSON.parse(await printed('inbox', 'list', '--limit', '0', '--json', ...as))).toMatchObject({ count: 2 })
    await printed(
      'follow',
      'remove',
      `bug=${id}`,
      'product=Widgets',
      'component=Widgets:UI',
      'user=eve@example.com',
      ...as,
    )
    expect(await printed('follow', 'list', ...as)).toBe('')
    await printed('follow', 'off', `bug=${id}`, ...as)
    expect(await printed('follow', 'list', ...as)).toBe(`off\t${id}\tIt blinks\n`)
    await printed('follow', 'remove', `bug=${id}`, ...as)
    const { id: schedule } = await tracker
      .as({ login: 'bob@example.com' })
      .schedules.create({ kind: 'digest', days: ['monday'], hours: [8, 16] })
    expect(await printed('schedule', 'list', ...as)).toMatch(
      new RegExp(`^${schedule}\\tDigest\\tmonday at 8, 16\\tnext [^\\t]+Z\\n$`),
    )
    expect(await printed('schedule', 'run', String(schedule), ...as)).toBe(
      'no email: the tracker or the user has none\n',
    )
    await system.groups.create({ name: 'secret', description: 'Secret' })
    const control = { names: ['Widgets'], group: 'secret', member_control: 'shown', other_control: 'shown' } as const
    await system.groupControls.update(control)
    await tracker.asSystem('admin@example.com').bugs.update({ ids: [id], groups: { add: ['secret'] } })
    await printed('follow', 'add', 'product=Widgets', ...as)
    expect(await printed('inbox', 'list', ...as)).not.toContain('blinks')
    for (const [args, code, text] of [
      [['inbox', 'list'], 2, '--as LOGIN is required'],
      [['follow', 'add', 'Widgets', ...as], 2, "'Widgets' must be bug=ID, product=NAME"],
      [['follow', 'add', 'component=Widgets', ...as], 2, 'component=PRODUCT:NAME'],
      [['follow', 'add', 'component=A:B:UI', ...as], 2, 'write \\: for a colon'],
      [['follow', 'off', 'product=Widgets', ...as], 1, 'off'],
      [['follow', 'add', 'bug+all=1', ...as], 1, 'add'],
      [['follow', 'add', `bug=${id}`, ...as], 1, `${id}`],
      [['follow', 'add', ...as], 2, 'KIND=VALUE'],
      [['inbox', 'list', '--state', 'old', ...as], 1, 'state'],
      [['inbox', 'list', '--as', 'nobody@example.com'], 1, 'nobody@example.com'],
      [['schedule', 'run', '99', ...as], 1, '99'],
      [['schedule', 'run', 'x', ...as], 1, 'id'],
    ] as const) {
      const refused = await run(...args)
      expect([args, refused.code, refused.out]).toEqual([args, code, ''])
      expect(refused.err).toContain(text)
    }
  })

  it('sets up a product that takes bugs, without a browser', async () => {
    expect(await printed('product', 'create', 'Widgets', '--description', 'They blink', '--version', '1.0')).toMatch(
      /^product \d+ Widgets\n$/,
    )
    const component = [
      'UI',
      '--product=Widgets',
      '--description',
      'All of it',
      '--default-assignee',
      'admin@example.com',
    ]
    expect(await printed('component', 'create', ...component)).toMatch(/^component \d+ UI\n$/)
    await printed('version', 'create', '2.0', '--product', 'Widgets', '--sort-key', '-5')
    await printed('keyword', 'create', 'crash', '--description', 'It crashes')
    const { products } = await admin().products.get({ names: ['Widgets'] })
    expect(products[0]).toMatchObject({
      components: [{ name: 'UI' }],
      versions: [{ name: '2.0', sort_key: -5 }, { name: '1.0' }],
    })
    const bug = { product: 'Widgets', component: 'UI', version: '2.0', summary: 'x', keywords: ['crash'] }
    expect(await admin().bugs.create(bug)).toHaveProperty('id')
  })

  it('changes and removes what it has made, and prints each change', async () => {
    const made = await printed('group', 'create', 'security', '--description', 'Security', '--is-active=false')
    const id = /\d+/.exec(made)?.[0] ?? ''
    expect(await printed('group', 'update', id, '--is-active', '--user-regexp', '^admin@')).toBe(
      `group ${id}: user_regexp '' -> '^admin@'\ngroup ${id}: is_active '0' -> '1'\n`,
    )
    expect(await printed('group', 'update', 'security', '--is-active=true')).toBe(`group ${id}: no changes\n`)
    expect(await printed('group', 'inherit', 'security', '--membership.add', 'canconfirm')).toBe(
      `group ${id}: membership '' -> 'canconfirm'\n`,
    )
    expect(await printed('group', 'list', 'security')).toBe(`${id}\tsecurity\tSecurity\n`)
    expect((await run('audit', 'list', '--class', 'Group', '--limit', '1')).out).toContain('"added":"canconfirm"')
  })

  it('reads an option given several times as a list, and a blank one as an empty list', async () => {
    await printed('user', 'create', 'bob@example.com')
    await printed('user', 'update', 'bob@example.com', '--groups.add', 'canconfirm', '--groups.add', 'editkeywords')
    const groups = async () => {
      const { users } = await admin().users.get({ names: ['bob@example.com'] })
      return users[0]?.groups?.map((group) => group.name)
    }
    expect(await groups()).toEqual(expect.arrayContaining(['canconfirm', 'editkeywords']))
    await printed('user', 'update', 'bob@example.com', '--groups.set', '')
    expect(await groups()).not.toContain('canconfirm')
  })

  it('takes what looks like an option as a value after an equals sign and as a name after two hyphens', async () => {
    await printed('keyword', 'create', '--description=--is-active', '--is-active=false', 'crash')
    // `run` adds --db. Here it is in the environment because everything after the hyphens is an operand.
    vi.stubEnv('TRACKERKIT_DB', join(folder, 'test.db'))
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    expect(await main(['keyword', 'create', '--description', '-x', '--', '--slow'], () => '0')).toBe(0)
    vi.unstubAllEnvs()
    const { keywords } = await admin().keywords.get({ names: ['crash', '--slow'] })
    expect(keywords).toMatchObject([
      { name: '--slow', description: '-x', is_active: true },
      { name: 'crash', description: '--is-active', is_active: false },
    ])
  })

  it('takes a switch without a value before a name', async () => {
    await printed('keyword', 'create', 'crash', '--description', 'x', '--is-active=false')
    await printed('keyword', 'update', '--is-active', 'crash')
    expect((await admin().keywords.get({ names: ['crash'] })).keywords[0]).toMatchObject({ is_active: true })
  })

  it('reads secrets only from its input', async () => {
    await printed('user', 'create', 'bob@example.com')
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(['correct horse\nrest']) as typeof process.stdin)
    expect(await printed('user', 'update', 'bob@example.com', '--password-stdin')).not.toContain('correct')
    const session = await tracker.as(null).sessions.create({ login: 'bob@example.com', password: 'correct horse' })
    expect(session).toHaveProperty('token')
    expect(await run('user', 'update', 'bob@example.com', '--password', 'x')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('--password-stdin') as string,
    })
  })

  it('demands two-factor authentication of a group, and turns it off for who has lost the authenticator', async () => {
    await admin().users.create({ email: 'bob@example.com', password })
    await admin().users.update({ names: ['bob@example.com'], groups: { add: ['editusers'] } })
    const bob = { login: 'bob@example.com', password }
    const { secret } = await tracker.as({ login: bob.login }).secondFactor.begin({ current_password: password })
    await tracker.as({ login: bob.login }).secondFactor.confirm({ otp: shownBy(secret, { clock }) })
    await printed('group', 'create', 'two-factor', '--description', 'Who must', '--is-active=false')
    await printed('group', 'inherit', 'two-factor', '--membership.add', 'editusers')
    await printed('param', 'set', 'second_factor_group=two-factor')
    expect(await printed('user', 'reset-second-factor', bob.login)).toMatch(
      /^user \d+: second_factor 'authenticator' -> ''\n$/,
    )
    const { token } = await tracker.as(null).sessions.create(bob)
    await expect(tracker.as({ token }).bugs.search({})).rejects.toMatchObject({ code: 'second_factor_not_set_up' })
  })

  it('makes fields and flag types, and sets how groups apply to products', async () => {
    await printed('product', 'create', 'Widgets', '--description', 'x', '--version', '1', '--default-milestone', '---')
    expect(await printed('field', 'create', 'cf_team', '--type', '1', '--display-name', 'Team')).toMatch(
      /^field \d+ cf_team/,
    )
    expect(await printed('flag-type', 'create', 'review', '--description', 'Read it')).toMatch(/^flag-type \d+ review/)
    await printed('group', 'create', 'staff', '--description', 'Staff')
    const control = ['--group', 'staff', '--member-control', 'shown', '--other-control', 'na']
    expect(await printed('group-control', 'update', 'Widgets', ...control)).toContain("member_control 'na' -> 'shown'")
    expect(await printed('milestone', 'list', '--product', 'Widgets')).toContain('---')
  })

  it('makes the values of fields, and says which status may follow which', async () => {
    await printed('field', 'create', 'team', '--type', '2', '--display-name', 'Team')
    expect(await printed('value', 'create', 'red', '--field', 'cf_team', '--sort-key', '5')).toMatch(
      /^value \d+ red\n$/,
    )
    await printed('value', 'create', '7', '--field', 'cf_team')
    expect(await printed('value', 'update', 'red', '--field', 'cf_team', '--name', 'blue')).toContain(
      "name 'red' -> 'blue'",
    )
    expect(await printed('value', 'delete', '7', '--field', 'cf_team')).toMatch(/^\d+ removed\n$/)
    expect(await printed('value', 'list', '--field', 'cf_team')).toBe('---\nblue\n')
    await printed('value', 'create', 'REVIEW', '--field', 'bug_status', '--is-open')
    expect(await printed('workflow', 'allow', '', 'REVIEW')).toContain("'' -> 'allowed'")
    expect(await printed('workflow', 'list')).toContain("'' -> REVIEW\n")
    expect(await printed('workflow', 'forbid', '', 'REVIEW')).toContain("'allowed' -> ''")
    expect(await printed('workflow', 'list', '--json')).not.toContain('REVIEW')
  })

  it('sets and prints parameters', async () => {
    expect(await printed('param', 'set', 'requirelogin=1', 'urlbase=https://example.com/?a=b')).toBe(
      "param: requirelogin '0' -> '1'\nparam: urlbase '' -> 'https://example.com/?a=b'\n",
    )
    expect(await printed('param', 'get', 'urlbase')).toBe('urlbase=https://example.com/?a=b\n')
    await expect(tracker.as(null).products.get()).rejects.toMatchObject({ code: 'login_required' })
  })

  it('lists and revokes API keys', async () => {
    const key = (await printed('api-key', 'create', 'admin@example.com', '--description', 'Build')).trim()
    const [id, prefix, about] = (await printed('api-key', 'list', 'admin@example.com')).trim().split('\t')
    expect([prefix, about]).toEqual([key.slice(0, 6), 'Build'])
    expect(await printed('api-key', 'revoke', id ?? '')).toBe(`api-key ${id}: is_revoked '0' -> '1'\n`)
    await expect(tracker.as({ api_key: key }).users.whoami()).rejects.toMatchObject({ code: 'api_key_revoked' })
  })

  it('lists and removes accounts at login providers', async () => {
    const provider = testProvider()
    const other = await createTracker({
      store: sqliteStore(join(folder, 'test.db')),
      ...logins(provider, { accounts: 'all' }),
    })
    const { id } = await browserOf({ tracker: other }, provider).finish(person('1', 'erin@example.com'))
    await other.close()
    expect(id).toBeGreaterThan(0)
    const issuer = 'https://acme.example.com'
    expect(await printed('linked-account', 'list', 'erin@example.com')).toBe(`${issuer}\t${issuer}\terin@example.com\n`)
    expect(await run('linked-account', 'remove', 'erin@example.com', 'https://x.example')).toMatchObject({ code: 1 })
    expect(await printed('linked-account', 'remove', 'erin@example.com', issuer)).toBe('erin@example.com unlinked\n')
    expect(await printed('linked-account', 'list', 'erin@example.com')).toBe('')
  })

  it('acts in the name of a person with --as', async () => {
    await printed('param', 'set', 'requirelogin=1')
    await printed('param', 'set', 'requirelogin=0', '--as', 'admin@example.com')
    const { audit_log } = await admin().audit.get()
    expect(audit_log.map((entry) => entry.user)).toEqual(['admin@example.com', null])
    expect(await run('param', 'set', 'requirelogin=1', '--as', 'nobody@example.com')).toMatchObject({
      code: 1,
      out: '',
    })
  })

  it('prints answers as JSON when asked', async () => {
    const { id } = JSON.parse(await printed('keyword', 'create', 'crash', '--description', 'x', '--json')) as {
      id: number
    }
    expect(JSON.parse(await printed('keyword', 'list', '--json'))).toMatchObject({ keywords: [{ id, name: 'crash' }] })
    expect(JSON.parse(await printed('keyword', 'delete', 'crash', '--json'))).toEqual({ keywords: [{ id }] })
    const user = ['user', 'create', 'bob@example.com', '--name', 'Bob', '--as', 'admin@example.com', '--json']
    expect(JSON.parse(await printed(...user))).toEqual({ id: 2 })
    expect((await admin().audit.get({ class: ['User'], limit: 1 })).audit_log[0]?.user).toBe('admin@example.com')
    expect(JSON.parse(await printed('api-key', 'create', 'bob@example.com', '--json'))).toHaveProperty('api_key')
  })

  it.each<[what: string, args: string[], code: number, said: string]>([
    ['no name', ['group', 'create', '--description', 'x'], 2, 'missing: NAME'],
    ['two names', ['group', 'create', 'a', 'b', '--description', 'x'], 2, "unexpected argument 'b'"],
    ['an unknown option', ['group', 'create', 'a', '--colour', 'red'], 2, 'unknown option --colour'],
    ['an option without value', ['group', 'create', 'a', '--description'], 2, '--description requires a value'],
    ['half a parameter', ['param', 'set', 'requirelogin'], 2, 'NAME=VALUE'],
    [
      'what the operation refuses',
      ['group', 'create', 'admin', '--description', 'x'],
      1,
      "Group 'admin' already exists",
    ],
    ['an unknown parameter', ['param', 'get', 'urlbase', 'urlbas'], 1, "parameter 'urlbas' does not exist"],
    ['what is not there', ['group', 'update', 'nothing', '--is-active'], 1, "Group 'nothing' does not exist."],
    ['half a move', ['workflow', 'allow', 'CONFIRMED'], 2, 'missing: FROM, TO'],
    ['an unknown command', ['group', 'paint', 'a'], 2, "unknown command 'group paint'. Available: group create, "],
    [
      'a name that looks like an option',
      ['group', 'create', '-a'],
      2,
      'put arguments that begin with a hyphen after --',
    ],
    ['half a command', ['group'], 2, "'group' needs a subcommand: group create, "],
    [
      'an option in the place of a value',
      ['group', 'create', 'a', '--description', '--is-active'],
      2,
      'requires a value',
    ],
    [
      'a secret as the next argument',
      ['user', 'update', 'a', '--password', 'x'],
      2,
      '--password would be visible to other users',
    ],
    [
      'a secret after an equals sign',
      ['user', 'update', 'a', '--password=x'],
      2,
      '--password would be visible to other users',
    ],
    [
      'an option of another command',
      ['api-key', 'create', 'a', '--name', 'b'],
      2,
      'Available: --description, --read-only',
    ],
    ['a name too many', ['user', 'create', 'a', 'b'], 2, "unexpected argument 'b'"],
  ])('says what is wrong with %s', async (_what, args, code, said) => {
    const { code: ended, out, err } = await run(...args)
    expect([ended, out]).toEqual([code, ''])
    expect(err).toContain(said)
  })

  it('erases again what a restored backup contains, once', async () => {
    const place = { product: 'Widgets', component: 'UI', version: '1' }
    await admin().products.create({ name: 'Widgets', description: 'x', version: '1' })
    const ui = { product: 'Widgets', name: 'UI', description: 'x', default_assignee: 'admin@example.com' }
    await admin().components.create(ui)
    const bugs: number[] = []
    for (const summary of ['one', 'two', 'three']) bugs.push((await admin().bugs.create({ ...place, summary })).id)
    const { id: comment } = await admin().comments.create({ id: bugs[0] ?? 0, comment: 'A secret' })
    const { id: user } = await admin().users.create({ email: 'zoe@example.com' })
    const { id: naming } = await admin().comments.create({ id: bugs[2] ?? 0, comment: 'Ask zoe@example.com' })
    const file = join(folder, 'erasures.json')
    // The restored backup is a store in which this has not happened yet.
    const backup = sqliteStore(join(folder, 'backup.db'), { durability: 'normal' })
    const here = sqliteStore(join(folder, 'test.db'), { durability: 'normal' })
    await copyStore(here, backup)
    await Promise.all([here.close(), backup.close()])
    const reason = '--reason=Asked for'
    expect(await printed('bug', 'delete', String(bugs[1]), reason)).toContain(`"id":${bugs[1]}`)
    await printed('comment', 'redact', String(comment), reason)
    expect(await printed('user', 'erase', String(user), reason, '--reassign-to', 'admin@example.com')).toBe(
      `${user}\terased-${user}@erased.invalid\ncomments that contain the address: ${naming}\n`,
    )
    await writeFile(file, await printed('audit', 'list', '--class', 'Erasure', '--limit', '1000', '--json'))
    const replay = () => run('erasures', 'replay', '--from', file)
    expect((await replay()).out).toBe('0 erased, 3 already erased, 0 do not exist\n')
    await tracker.close()
    await copyFile(join(folder, 'backup.db'), join(folder, 'test.db'))
    tracker = await createTracker({ store: sqliteStore(join(folder, 'test.db'), { durability: 'normal' }) })
    expect((await replay()).out).toBe('3 erased, 0 already erased, 0 do not exist\n')
    expect((await replay()).out).toBe('0 erased, 3 already erased, 0 do not exist\n')
    expect((await admin().comments.get({ comment_ids: [comment] })).comments[comment]?.text).toBe('[redacted]')
    expect((await admin().users.get({ ids: [user] })).users[0]?.name).toBe(`erased-${user}@erased.invalid`)
    await expect(admin().bugs.get({ ids: [bugs[1] ?? 0] })).rejects.toMatchObject({ number: 101 })
    await writeFile(file, '{"audit_log":[],"limit":"100"}')
    expect(await replay()).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not a complete list of erasures') as unknown,
    })
  })

  it('reports a user who cannot be erased again because the user who got their bugs is missing', async () => {
    const { id: user } = await admin().users.create({ email: 'zoe@example.com' })
    const backup = sqliteStore(join(folder, 'backup.db'), { durability: 'normal' })
    const here = sqliteStore(join(folder, 'test.db'), { durability: 'normal' })
    await copyStore(here, backup)
    await Promise.all([here.close(), backup.close()])
    const { id: heir } = await admin().users.create({ email: 'ann@example.com' })
    const erase = (to: string) =>
      printed('user', 'erase', String(user), '--reason=Asked for', '--reassign-to', `${to}@example.com`)
    await erase('ann')
    const file = join(folder, 'erasures.json')
    await writeFile(file, await printed('audit', 'list', '--class', 'Erasure', '--limit', '1000', '--json'))
    await tracker.close()
    await copyFile(join(folder, 'backup.db'), join(folder, 'test.db'))
    tracker = await createTracker({ store: sqliteStore(join(folder, 'test.db'), { durability: 'normal' }) })
    const replay = () => run('erasures', 'replay', '--from', file)
    expect(await replay()).toMatchObject({
      code: 1,
      err: expect.stringContaining(`user ${user} cannot be erased: user ${heir}, who got their bugs,`) as unknown,
    })
    await erase('admin')
    expect((await replay()).out).toBe('0 erased, 1 already erased, 0 do not exist\n')
  })
})
