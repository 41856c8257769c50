// Reads the issues of a project on GitLab and writes records for `trackerkit import json-lines`. Copy it and change the tables below.
//
//   GITLAB_TOKEN=… node gitlab.mjs --project group/project > records.jsonl
//   trackerkit import json-lines --from records.jsonl --db tracker.db --dry-run
//
// The token needs the scope read_api. Numbers stay where the project fills an empty tracker; otherwise use --offset. With --state FILE,
// the next run reads only issues that have changed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'

/** The status and resolution of a state. */
const states = { opened: ['CONFIRMED', ''], closed: ['RESOLVED', 'FIXED'] }
/** Labels that are a priority, a severity or a resolution here. All others become keywords. */
const labels = {
  'priority::high': { priority: 'High' },
  'priority::low': { priority: 'Low' },
  'severity::critical': { severity: 'critical' },
  wontfix: { resolution: 'WONTFIX' },
}
const usual = { version: 'unspecified', priority: '---', severity: 'normal', platform: 'All', op_sys: 'All' }
/** Only members see confidential issues. Add them with `trackerkit user update`. */
const confidential = 'confidential'

const { values: options } = parseArgs({
  options: {
    project: { type: 'string' },
    url: { type: 'string', default: 'https://gitlab.com' },
    product: { type: 'string' },
    component: { type: 'string', default: 'General' },
    offset: { type: 'string', default: '0' },
    state: { type: 'string' },
  },
})
const token = process.env['GITLAB_TOKEN']
const offset = Number(options.offset)
if (options.project === undefined || !Number.isInteger(offset)) {
  console.error('Usage: gitlab.mjs --project GROUP/PROJECT [--url URL] [--product NAME] [--offset N] [--state FILE]')
  process.exit(2)
}
const base = `${options.url.replace(/\/$/, '')}/api/v4/projects/${encodeURIComponent(options.project)}`
const product = options.product ?? options.project

/** Waits as long as a busy server asks for. */
async function request(path) {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${base}${path}`, {
      redirect: 'error',
      headers: { Accept: 'application/json', ...(token !== undefined && { 'PRIVATE-TOKEN': token }) },
    })
    if (response.ok) return response
    const isBusy = response.status === 429 || response.status >= 500
    if (!isBusy || attempt === 5) throw new Error(`GET ${path}: ${response.status}`)
    await setTimeout(Number(response.headers.get('retry-after') ?? attempt) * 1000)
  }
}

/** All items of a list, page by page. */
async function* all(path) {
  const separator = path.includes('?') ? '&' : '?'
  for (let page = '1'; page !== '';) {
    const response = await request(`${path}${separator}per_page=100&page=${page}`)
    yield* await response.json()
    page = response.headers.get('x-next-page') ?? ''
  }
}

function write(record) {
  process.stdout.write(`${JSON.stringify(record)}\n`)
}

const people = new Set()

/** The login of an account. GitLab returns no email addresses, so users cannot log in until one is set. */
function loginOf(person) {
  const name = person?.username ?? 'ghost'
  const login = `${name}@source.invalid`
  if (!people.has(login)) {
    people.add(login)
    write({ kind: 'user', name: login, real_name: person?.name ?? '', login_denied_text: 'Imported from GitLab.' })
  }
  return login
}

const keywordOf = (label) =>
  label
    .trim()
    .replaceAll(/[\s,]+/g, '-')
    .slice(0, 64)
const isKeyword = (label) => !Object.hasOwn(labels, label) && keywordOf(label) !== ''

async function writeConfiguration() {
  write({ kind: 'group', name: confidential, description: 'Sees confidential issues of GitLab' })
  const keywords = new Map()
  for await (const { name, description } of all('/labels')) {
    const key = keywordOf(name).toLowerCase()
    if (isKeyword(name) && !keywords.has(key))
      keywords.set(key, { name: keywordOf(name), description: description ?? '' })
  }
  for (const keyword of keywords.values()) write({ kind: 'keyword', ...keyword })
  const milestones = []
  for await (const { title } of all('/milestones')) milestones.push({ name: title.slice(0, 64) })
  const owner = loginOf(undefined)
  write({
    ...{ kind: 'product', name: product, description: `Imported from ${options.url}/${options.project}` },
    components: [{ name: options.component, default_assigned_to: owner }],
    ...{ versions: [{ name: usual.version }], milestones },
  })
  write({ kind: 'group_control', product, group: confidential, member_control: 'shown', other_control: 'na' })
}

/** The description, then user notes. System notes describe changes, which are history here. */
async function commentsOf(issue) {
  const comments = [{ text: issue.description ?? '', creator: loginOf(issue.author), time: issue.created_at }]
  for await (const note of all(`/issues/${issue.iid}/notes?sort=asc&order_by=created_at`))
    if (!note.system)
      comments.push({
        ...{ text: note.body, creator: loginOf(note.author), time: note.created_at },
        is_private: note.internal === true || note.confidential === true,
      })
  return comments
}

async function historyOf(issue, resolution) {
  const history = []
  let before = states.opened
  for await (const event of all(`/issues/${issue.iid}/resource_state_events`)) {
    const [status, usually] = event.state === 'closed' ? states.closed : states.opened
    const after = [status, usually === '' ? '' : resolution || usually]
    const changes = ['status', 'resolution'].flatMap((field_name, at) =>
      before[at] === after[at] ? [] : [{ field_name, removed: before[at], added: after[at] }],
    )
    if (changes.length > 0) history.push({ when: event.created_at, who: loginOf(event.user), changes })
    before = after
  }
  return history
}

async function writeIssue(issue) {
  const [status, usually] = states[issue.state] ?? states.opened
  const chosen = Object.assign({}, ...issue.labels.map((label) => labels[label] ?? {}))
  const resolution = usually === '' ? '' : (chosen.resolution ?? usually)
  const creator = loginOf(issue.author)
  const [assignee, ...others] = issue.assignees.map(loginOf)
  const comments = await commentsOf(issue)
  const history = await historyOf(issue, resolution)
  write({
    ...{
      kind: 'bug',
      id: issue.iid + offset,
      ...usual,
      ...chosen,
      status,
      resolution,
      product,
      component: options.component,
    },
    ...{ summary: issue.title, creator, assigned_to: assignee ?? creator, cc: others, is_confirmed: true },
    alias: [`${options.project.replaceAll('/', '-')}-${issue.iid}`.slice(-40)],
    target_milestone: issue.milestone?.title.slice(0, 64) ?? '---',
    keywords: issue.labels.filter(isKeyword).map(keywordOf),
    groups: issue.confidential ? [confidential] : [],
    ...{ url: issue.web_url, deadline: issue.due_date ?? null },
    estimated_time: (issue.time_stats?.time_estimate ?? 0) / 3600,
    ...{ creation_time: issue.created_at, last_change_time: issue.updated_at, comments, history },
  })
}

const { state } = options
const since = state !== undefined && existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')).since : undefined
const began = new Date(Date.now() - 300_000).toISOString()
process.stdout.write('{"trackerkit_records":1}\n')
await writeConfiguration()
const changed = since === undefined ? '' : `&updated_after=${encodeURIComponent(since)}`
for await (const issue of all(`/issues?scope=all&order_by=created_at&sort=asc${changed}`)) await writeIssue(issue)
if (state !== undefined) writeFileSync(state, `${JSON.stringify({ since: began })}\n`)
