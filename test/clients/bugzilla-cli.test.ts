// The daily work of a client that knows nothing of this project: the command `bugzilla` (Debian's packages bugzilla-cli and
// python3-bugzilla) against the server on a SQLite file.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClientTracker, password, type ClientTracker } from './tracker.js'

const program = 'bugzilla'
const isInstalled = spawnSync(program, ['--version']).status === 0

let client: ClientTracker

interface Run {
  readonly code: number
  readonly out: string
  /** Printed lines. */
  readonly lines: readonly string[]
}

/** Runs the client with a separate home directory. */
const bugzilla = (...args: string[]) => bugzillaWith('', ...args)

/** As `bugzilla`, with something on its standard input. */
function bugzillaWith(input: string, ...args: string[]): Promise<Run> {
  const env = { PATH: process.env['PATH'], HOME: join(client.folder, 'home'), LANG: 'C.UTF-8' }
  return new Promise((resolve) => {
    // It puts downloads into the folder that it is run in.
    const child = execFile(
      program,
      ['--bugzilla', client.server.url, ...args],
      { env, cwd: client.folder },
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : 0
        resolve({ code, out: stdout + stderr, lines: stdout.split('\n').filter((line) => line !== '') })
      },
    )
    child.stdin?.end(input)
  })
}

/** As `bugzilla`, for what has to succeed; returns what was printed, line by line. */
async function done(...args: string[]): Promise<readonly string[]> {
  const { code, out, lines } = await bugzilla(...args)
  expect([args.join(' '), code, out]).toEqual([args.join(' '), 0, out])
  return lines
}

const query = (...args: string[]) => done('query', '-i', ...args)

async function bug(id: number) {
  const { bugs } = await client.tracker.asSystem('admin@example.com').bugs.get({ ids: [id] })
  return bugs[0]
}

async function comments(id: number) {
  const { bugs } = await client.tracker.asSystem().comments.get({ ids: [id] })
  return bugs[id]?.comments.map(({ text, is_private, tags }) => ({ text, is_private, tags })) ?? []
}

beforeAll(async () => {
  if (!isInstalled) return
  client = await openClientTracker()
  const { components } = client.tracker.asSystem('admin@example.com')
  for (const name of ['UI', 'Core']) {
    await components.create({ product: 'Widgets', name, description: name, default_assignee: 'bob@example.com' })
  }
})

afterAll(async () => {
  if (isInstalled) await client.close()
})

/** Writes the settings of the client. */
function configure(...settings: string[]): void {
  const file = join(client.folder, 'home/.bugzillarc')
  writeFileSync(file, [`[127.0.0.1:${client.server.port}]`, ...settings, ''].join('\n'), { mode: 0o600 })
}

if (!isInstalled) console.log('The session of bugzilla-cli is skipped: the command bugzilla is not installed.')

// One session: each step depends on the one before.
describe.skipIf(!isInstalled)('a session of bugzilla-cli', () => {
  it('reads without logging in', async () => {
    expect(await done('info', '--products')).toEqual(['Gadgets', 'Widgets'])
    expect(await done('info', '--components', 'Widgets')).toEqual(['Core', 'UI'])
    expect(await done('info', '--versions', 'Widgets')).toEqual(['1.0'])
    expect((await bugzilla('info', '--components', 'Nothing')).code).not.toBe(0)
  })

  it('shows who is responsible, as far as the caller may know', async () => {
    expect(await done('info', '--component_owners', 'Widgets')).toEqual(['Core: bob', 'UI: bob'])
    configure(`api_key = ${client.apiKey}`)
    expect(await done('info', '--component_owners', 'Widgets')).toEqual([
      'Core: bob@example.com',
      'UI: bob@example.com',
    ])
  })

  it('files bugs', async () => {
    const inWidgets = ['new', '-i', '--product', 'Widgets', '--version', '1.0']
    expect(
      await done(...inWidgets, '-c', 'UI', '-t', 'It blinks', '-l', 'Too fast', '-x', 'major', '-z', 'High'),
    ).toEqual(['1'])
    const links = [
      '--alias',
      'hum',
      '--cc',
      'bob@example.com',
      '--blocked',
      '1',
      '--keywords',
      'crash',
      '-u',
      'http://a.example/',
    ]
    expect(await done(...inWidgets, '-c', 'Core', '-t', 'It hums', '-l', 'Loudly at night, ö', ...links)).toEqual(['2'])
    expect(
      await done(
        ...inWidgets,
        '-c',
        'Core',
        '-t',
        'It smells',
        '-l',
        'Of smoke',
        '--comment-tag',
        'odour',
        '--private',
      ),
    ).toEqual(['3'])
    expect(await bug(1)).toMatchObject({ summary: 'It blinks', severity: 'major', priority: 'High', depends_on: [2] })
    expect(await bug(2)).toMatchObject({
      alias: ['hum'],
      cc: ['bob@example.com'],
      blocks: [1],
      keywords: ['crash'],
      url: 'http://a.example/',
    })
    expect(await comments(2)).toEqual([{ text: 'Loudly at night, ö', is_private: false, tags: [] }])
    expect(await comments(3)).toEqual([{ text: 'Of smoke', is_private: true, tags: ['odour'] }])
  })

  it('gets the message about an invalid bug', async () => {
    const { code, out } = await bugzilla('new', '-p', 'Nothing', '-v', '1.0', '-c', 'UI', '-t', 'x', '-l', 'y')
    expect(code).not.toBe(0)
    expect(out).toContain('400')
    expect(out).not.toContain(client.apiKey)
    expect((await bugzilla('new', '-p', 'Widgets', '-v', '7', '-c', 'UI', '-t', 'x', '-l', 'y')).out).toContain('400')
  })

  it('finds bugs by their fields', async () => {
    expect(await done('query', '-p', 'Widgets')).toEqual([
      '#1      CONFIRMED  - bob@example.com - It blinks',
      '#2      CONFIRMED  - bob@example.com - It hums',
      '#3      CONFIRMED  - bob@example.com - It smells',
    ])
    expect(await query('-p', 'Gadgets')).toEqual([])
    expect(await query('-p', 'Widgets', '-c', 'Core')).toEqual(['2', '3'])
    expect(await query('-s', 'CONFIRMED,IN_PROGRESS')).toEqual(['1', '2', '3'])
    expect(await query('-s', 'RESOLVED')).toEqual([])
    expect(await query('-b', '1,3')).toEqual(['1', '3'])
    expect(await query('-x', 'major', '-v', '1.0')).toEqual(['1'])
    expect(await query('-t', 'hums')).toEqual(['2'])
    expect(await query('-a', 'bob@example.com', '-z', 'High')).toEqual(['1'])
    expect(await query('--alias', 'hum')).toEqual(['2'])
  })

  it('finds bugs by charts in their older form', async () => {
    expect(await query('--keywords', 'crash')).toEqual(['2'])
    expect(await query('-l', 'night')).toEqual(['2'])
    expect(await query('-l', 'night smoke')).toEqual([])
    expect(await query('--blocked', '1')).toEqual(['2'])
    expect(await query('--dependson', '2')).toEqual(['1'])
    expect(await query('-u', 'a.example')).toEqual(['2'])
    expect(await query('--cc', 'bob@example.com')).toEqual(['2'])
    const mail = ['emailtype1=substring', 'email1=BOB', 'emailcc1=1'].flatMap((field) => ['--field', field])
    expect(await query(...mail)).toEqual(['2'])
    expect(
      await query('--from-url', `http://127.0.0.1/buglist.cgi?product=Widgets&component=UI&bug_status=CONFIRMED`),
    ).toEqual(['1'])
  })

  it('shows bugs in every form', async () => {
    const raw = await done('query', '-b', '2', '--raw')
    expect(raw).toContain("ATTRIBUTE[alias]: ['hum']")
    expect(raw).toContain('ATTRIBUTE[blocks]: [1]')
    expect(raw.find((line) => line.startsWith('ATTRIBUTE[creation_time]'))).toMatch(
      /: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
    )
    expect(await done('query', '-b', '2', '--full')).toEqual(expect.arrayContaining(['Component: Core', 'Blocked: 1']))
    expect(await done('query', '-b', '2', '--oneline')).toHaveLength(1)
    expect(await done('query', '-b', '2', '--outputformat', '%{id}|%{summary}|%{blocks}|%{keywords}')).toEqual([
      '2|It hums|1|crash',
    ])
    const json = JSON.parse((await done('query', '-b', '1', '--json')).join('\n')) as { bugs: unknown[] }
    expect(json.bugs).toMatchObject([{ id: 1, summary: 'It blinks', is_open: true, depends_on: [2], resolution: '' }])
  })

  it('changes bugs', async () => {
    await done('modify', '1', '-s', 'IN_PROGRESS', '-l', 'Taking it')
    expect(await bug(1)).toMatchObject({ status: 'IN_PROGRESS' })
    await done(
      'modify',
      '1',
      '3',
      '-s',
      'RESOLVED',
      '--field',
      'resolution=FIXED',
      '-l',
      'Done in r5',
      '--minor-update',
    )
    for (const id of [1, 3])
      expect(await bug(id)).toMatchObject({ status: 'RESOLVED', resolution: 'FIXED', is_open: false })
    expect((await comments(1)).map(({ text }) => text)).toEqual(['Too fast', 'Taking it', 'Done in r5'])
    await done('modify', '2', '--cc=-bob@example.com', '--blocked=-1', '--keywords=-crash')
    expect(await bug(2)).toMatchObject({ cc: [], blocks: [], keywords: [] })
    await done('modify', '2', '--cc=admin@example.com', '--blocked=3', '-t', 'It hums and hums', '-w', 'loud')
    expect(await bug(2)).toMatchObject({
      cc: ['admin@example.com'],
      blocks: [3],
      summary: 'It hums and hums',
      whiteboard: 'loud',
    })
    await done('modify', '3', '-s', 'CONFIRMED', '--private', '-l', 'Between us')
    expect(await bug(3)).toMatchObject({ status: 'CONFIRMED', resolution: '' })
    expect((await comments(3)).at(-1)).toEqual({ text: 'Between us', is_private: true, tags: [] })
    await done('modify', '3', '--field', 'dupe_of=2')
    expect(await bug(3)).toMatchObject({ status: 'RESOLVED', resolution: 'DUPLICATE', dupe_of: 2 })
    await done('modify', '2', '-l', 'Still there', '--comment-tag', 'nuisance')
    expect((await comments(2)).at(-1)).toEqual({ text: 'Still there', is_private: false, tags: ['nuisance'] })
    expect((await bugzilla('modify', '99', '-l', 'x')).out).toContain('404')
  })

  it('attaches files, and gets them back', async () => {
    // Without a terminal the client takes the content from its standard input, and the name from --file.
    const [long, note] = ['Größe: 1 GB\n'.repeat(5000), 'Two\nlines\n']
    const piped = await bugzillaWith(long, 'attach', '-f', 'there/log.txt', '-d', 'The log', '-l', 'See there', '1')
    expect(piped).toMatchObject({ code: 0, lines: ['Created attachment 1 on bug 1'] })
    const typed = await bugzillaWith(note, 'attach', '-f', 'a.patch', '-d', 'A patch', '-t', 'text/x-patch', '1')
    expect(typed.lines).toEqual(['Created attachment 2 on bug 1'])
    expect(await done('attach', '--get', '1')).toEqual(['Wrote log.txt'])
    expect(readFileSync(join(client.folder, 'log.txt'), 'utf8')).toBe(long)
    expect(await done('attach', '--getall', '1')).toEqual(['Wrote log.txt.1', 'Wrote a.patch'])
    expect(readFileSync(join(client.folder, 'a.patch'), 'utf8')).toBe(note)
    expect((await comments(1)).slice(-2).map(({ text }) => text)).toEqual([
      'Created attachment 1\nThe log\n\nSee there',
      'Created attachment 2\nA patch',
    ])
    expect((await bugzilla('attach', '--get', '99')).out).toContain('404')
  })

  it('logs in with a password, and works with the token', async () => {
    configure()
    expect((await bugzilla('modify', '1', '-l', 'nobody')).out).toContain('401')
    expect((await bugzilla('login', 'admin@example.com', 'wrong')).code).not.toBe(0)
    expect((await done('login', 'admin@example.com', password)).join(' ')).toContain('Login successful')
    const cache = join(client.folder, 'home/.cache/python-bugzilla/bugzillatoken')
    expect(existsSync(cache) && readFileSync(cache, 'utf8')).toMatch(/= \d+-\w+/)
    expect(await done('--ensure-logged-in', 'query', '-i', '-p', 'Widgets')).toEqual(['1', '2', '3'])
    await done('modify', '1', '-l', 'With a token')
    expect((await comments(1)).at(-1)?.text).toBe('With a token')
  })

  it('has used its own kinds of requests, and no secret was logged', () => {
    const urls = client.requests.map(({ url }) => url)
    for (const way of ['/rest/product/get?', 'field0-0-0=', 'bug_status=', 'Bugzilla_api_key=***', 'include_fields=']) {
      expect(urls.some((url) => url.includes(way))).toBe(true)
    }
    expect(JSON.stringify(client.requests)).not.toContain(client.apiKey)
    expect(client.requests.filter(({ status }) => status >= 500)).toEqual([])
  })
})
