// The records that an issue becomes: the people and keywords that it names, and the bug.
import { importedTexts } from '@trackerkit/core/moving'
import { fold } from '@trackerkit/core/store'
import type { Usual } from '../report/defaults.js'
import { groupsOf, type ImportedPlace } from '../report/groups.js'
import type { Issue, IssueEvent } from './answers.js'
import type { RecordOf } from '../passes/record-of.js'

const longestName = 64
/** GitHub's placeholder for deleted accounts. */
const gone = 'ghost'

/** The local account of a GitHub user, whose email address is unknown. */
const loginOf = (person: { readonly login: string } | null | undefined) => `${person?.login ?? gone}@github.invalid`

/** The name here of a label: keywords have neither blank nor comma. */
const keywordOf = (label: string) =>
  label
    .trim()
    .replaceAll(/[\s,]+/g, '-')
    .slice(0, longestName)

const labelsOf = ({ labels }: Issue) =>
  labels
    .map((label) => (typeof label === 'string' ? { name: label, description: '' } : label))
    .filter(({ name }) => name.trim() !== '')

/** The name here of the milestone that it is for. */
export function milestoneOf({ milestone }: Issue): string | undefined {
  return milestone?.title.trim().slice(0, longestName).trim() || undefined
}

/** Keywords for its labels. */
export function keywordsOf(issue: Issue): RecordOf<'keyword'>[] {
  return labelsOf(issue).map(({ name, description }) => ({
    kind: 'keyword',
    name: keywordOf(name),
    description: description || `The label ${name} of GitHub`,
  }))
}

type Person = Issue['user']

/** The numbers of the people that an issue and its events name, by their accounts here: logins can be renamed at GitHub. */
export function numbersOf(issue: Issue, events: readonly IssueEvent[]): Map<string, number> {
  const people: Person[] = [issue.user, issue.closed_by, ...(issue.assignees ?? [])]
  people.push(...events.flatMap(({ user, actor }) => [user, actor]))
  return new Map(people.flatMap((one) => (one?.id === undefined ? [] : [[loginOf(one), one.id] as const])))
}

/** Disabled accounts for people named in a bug, which users with the same GitHub IDs can claim. */
export function peopleOf(
  bug: RecordOf<'bug'>,
  { issuer, numbers }: { readonly issuer: string; readonly numbers: ReadonlyMap<string, number> },
): RecordOf<'user'>[] {
  const names = new Set([
    ...[bug.creator, bug.assigned_to, ...(bug.cc ?? [])],
    ...(bug.comments ?? []).map(({ creator }) => creator),
    ...(bug.history ?? []).map(({ who }) => who),
  ])
  return [...names]
    .filter((name) => name.endsWith('@github.invalid'))
    .map((name) => ({
      kind: 'user',
      name,
      real_name: name.slice(0, name.indexOf('@')),
      email_enabled: false,
      login_denied_text: importedTexts.github,
      ...identityOf(issuer, name, numbers.get(name)),
    }))
}

function identityOf(issuer: string, name: string, id: number | undefined): Pick<RecordOf<'user'>, 'identity'> {
  if (id === undefined) return {}
  return { identity: { issuer, subject: String(id), shown_as: name.slice(0, name.indexOf('@')) } }
}

/**
 * @param events the events of the issue, in order
 * @param base is added to the numbers of issues
 * @param places of bugs that are here
 */
export function issueRecord(
  issue: Issue,
  events: readonly IssueEvent[],
  usual: Usual,
  { base, places }: { readonly base: number; readonly places: ReadonlyMap<number, ImportedPlace> },
): RecordOf<'bug'> {
  const { number, title, body, html_url, created_at, updated_at } = issue
  const creator = loginOf(issue.user)
  const [assignee, ...others] = (issue.assignees ?? []).map(loginOf)
  const isOpen = issue.state === 'open'
  const resolution = isOpen ? '' : resolutionOf(issue.state_reason)
  const said = events.filter(({ event }) => event === 'commented')
  const { product, component, version, priority, severity, platform, op_sys } = usual
  return {
    kind: 'bug',
    id: base + number,
    summary: title.trim() || `#${number}`,
    url: html_url,
    creator,
    product,
    component,
    version,
    priority,
    severity,
    platform,
    op_sys,
    groups: groupsOf(usual, places.get(base + number)),
    is_confirmed: true,
    resolution,
    target_milestone: milestoneOf(issue) ?? usual.target_milestone,
    status: isOpen ? usual.open : usual.closed,
    dupe_of: resolution === 'DUPLICATE' ? originalOf(said, base) : null,
    assigned_to: assignee ?? usual.assignees.get(fold(component)) ?? creator,
    cc: others,
    keywords: labelsOf(issue).map(({ name }) => keywordOf(name)),
    creation_time: created_at,
    last_change_time: updated_at,
    comments: [
      { text: body ?? '', creator, time: created_at, is_markdown: true },
      ...said.map((comment) => ({
        text: comment.body ?? '',
        creator: loginOf(comment.user ?? comment.actor),
        time: comment.created_at ?? created_at,
        is_markdown: true,
      })),
    ],
    history: historyOf(issue, events, usual),
  }
}

function resolutionOf(reason: string | null | undefined): string {
  if (reason === 'not_planned') return 'WONTFIX'
  return reason === 'duplicate' ? 'DUPLICATE' : 'FIXED'
}

/** The original of a duplicate, from a comment in the format that GitHub recognizes. */
function originalOf(comments: readonly IssueEvent[], base: number): number | null {
  const numbers = comments.map(({ body }) => /^duplicate of #(\d{1,9})\b/i.exec(body ?? '')?.[1])
  const last = numbers.findLast((number) => number !== undefined)
  return last === undefined ? null : base + Number(last)
}

/** Times when it was closed and reopened. The issue itself has the final state. */
function historyOf(issue: Issue, events: readonly IssueEvent[], { open, closed }: Usual): RecordOf<'bug'>['history'] {
  const moves = events.filter(({ event }) => event === 'closed' || event === 'reopened')
  const ends = moves.at(-1)?.event
  // GitHub may not report it for old issues.
  if (issue.state !== 'open' && ends !== 'closed')
    moves.push({
      event: 'closed',
      created_at: issue.closed_at ?? issue.updated_at,
      actor: issue.closed_by ?? issue.user,
    })
  const last = moves.length - 1
  let before = ''
  return moves.flatMap(({ event, created_at, actor, state_reason }, index) => {
    const reason = index === last && issue.state !== 'open' ? issue.state_reason : state_reason
    const after = event === 'closed' ? resolutionOf(reason) : ''
    if (after === before) return []
    const changes = [
      ...(before === '' ? [{ field_name: 'status', removed: open, added: closed }] : []),
      ...(after === '' ? [{ field_name: 'status', removed: closed, added: open }] : []),
      { field_name: 'resolution', removed: before, added: after },
    ]
    before = after
    return [{ when: created_at ?? issue.updated_at, who: loginOf(actor), changes }]
  })
}
