// The fields of a bug as texts.
import type { ComponentChildren } from 'preact'
import { Link } from '../../parts/link.js'
import { Name, Person } from '../../parts/name.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import type { Texts } from '../../texts/index.js'
import { pathOf } from '../page.js'
import type { BugData, RelatedBug } from './load.js'

type Row = readonly [label: string, value: ComponentChildren]

export function Fields({ data }: { readonly data: BugData }) {
  const { texts } = useApp()
  const groups = groupsOf(data, texts)
  return (
    <aside class="fields" aria-label={texts.bug.fields}>
      {groups.map(([name, rows]) => (
        <section key={name} class="field-group">
          <h2>{name}</h2>
          <dl>
            {rows.map(([label, value]) => (
              <div key={label} class="field">
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </aside>
  )
}

function groupsOf(data: BugData, texts: Texts): (readonly [string, readonly Row[]])[] {
  return [...firstGroups(data, texts), ...otherGroups(data, texts)]
    .map(([name, rows]) => [name, rows.filter(([, value]) => value !== '')] as const)
    .filter(([, rows]) => rows.length > 0)
}

type Group = readonly [name: string, rows: readonly Row[]]

const text = (value: string) => (value === '' ? '' : <Name text={value} />)

function firstGroups({ bug, related }: BugData, texts: Texts): Group[] {
  const { groups } = texts.bug
  const named = texts.fields
  return [
    [
      groups.status,
      [
        [named.priority, text(bug.priority)],
        [named.severity, text(bug.severity)],
        [named.dupe_of, bug.dupe_of === null ? '' : <Related ids={[bug.dupe_of]} related={related} />],
      ],
    ],
    [
      groups.people,
      [
        [named.assigned_to, <Person person={bug.assigned_to_detail} />],
        [named.qa_contact, bug.qa_contact_detail ? <Person person={bug.qa_contact_detail} /> : ''],
        [named.creator, <Person person={bug.creator_detail} />],
        [named.cc, bug.cc_detail.length === 0 ? '' : <People people={bug.cc_detail} />],
      ],
    ],
    [
      groups.where,
      [
        [named.version, text(bug.version)],
        [named.platform, text(bug.platform)],
        [named.op_sys, text(bug.op_sys)],
        [named.url, bug.url === '' ? '' : <Address url={bug.url} />],
      ],
    ],
  ]
}

function otherGroups({ bug, related, fields }: BugData, texts: Texts): Group[] {
  const { groups } = texts.bug
  const named = texts.fields
  const custom = fields.filter(({ is_custom, name }) => is_custom && isFilled(bug[name as `cf_${string}`]))
  const hours = (value: number | undefined) => (value === undefined ? '' : texts.number(value))
  return [
    [
      groups.planning,
      [
        [named.target_milestone, text(bug.target_milestone)],
        [named.deadline, text(bug.deadline ?? '')],
        [named.keywords, text(bug.keywords.join(', '))],
        [named.whiteboard, text(bug.whiteboard)],
        [named.alias, text(bug.alias.join(', '))],
      ],
    ],
    [
      groups.links,
      [
        [named.depends_on, bug.depends_on.length === 0 ? '' : <Related ids={bug.depends_on} related={related} />],
        [named.blocks, bug.blocks.length === 0 ? '' : <Related ids={bug.blocks} related={related} />],
        [named.see_also, bug.see_also.length === 0 ? '' : bug.see_also.map((url) => <Address key={url} url={url} />)],
      ],
    ],
    [
      groups.time,
      [
        [named.estimated_time, hours(bug.estimated_time)],
        [named.actual_time, hours(bug.actual_time)],
        [named.remaining_time, hours(bug.remaining_time)],
      ],
    ],
    [
      groups.custom,
      custom.map(({ name, display_name }) => [display_name, text(shown(bug[name as `cf_${string}`]))] as const),
    ],
    [groups.visibility, [[named.groups, text(bug.groups.join(', '))]]],
  ]
}

type CustomValue = string | number | Date | readonly string[] | null | undefined

function isFilled(value: CustomValue): boolean {
  return shown(value) !== '' && value !== '---'
}

function shown(value: CustomValue): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ')
  return typeof value === 'object' ? value.join(', ') : String(value)
}

function People({ people }: { readonly people: BugData['bug']['cc_detail'] }) {
  return (
    <ul class="people">
      {people.map((person) => (
        <li key={person.id}>
          <Person person={person} />
        </li>
      ))}
    </ul>
  )
}

/** Only addresses of the web are links; anything else is shown as it was written. */
function Address({ url }: { readonly url: string }) {
  if (!/^https?:\/\//i.test(url)) return <Name text={url} />
  return (
    <a href={url} rel="noopener nofollow ugc" class="address">
      {visible(url)}
    </a>
  )
}

/** Numbers of bugs with what they are about. */
function Related({
  ids,
  related,
}: {
  readonly ids: readonly number[]
  readonly related: ReadonlyMap<number, RelatedBug>
}) {
  return (
    <ul class="related">
      {ids.map((id) => {
        const bug = related.get(id)
        return (
          <li key={id} class={bug?.is_open === false ? 'is-closed' : undefined}>
            <Link to={pathOf('bug', id)}>{id}</Link> <bdi class="quiet-text">{visible(bug?.summary ?? '')}</bdi>
          </li>
        )
      })}
    </ul>
  )
}
