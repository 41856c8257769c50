import { describe, expect, it } from 'vitest'
import { withPreferences, type EmailPreferences, type MailEvent } from '../../domain/preferences/email.js'
import { defaultWays } from '../../domain/preferences/ways.js'
import { allEmail, defaultEmail } from '../../../test/email-preferences.js'
import type { MailReason } from '../../call/mail-fact.js'
import {
  dependencyEvents,
  eventsOf,
  getsMail,
  netOf,
  noRoleChanges,
  rolesBefore,
  rolesOf,
  wantsMail,
  withWatchers,
} from './recipients.js'

const [alice, bob, carl, dora, eve] = [1, 2, 3, 4, 5] as const
const bug = { creator_id: alice, assigned_to: [bob], qa_contact: [carl], cc: [dora] }

const own = (role: MailReason['role'], moved: MailReason['moved'] = null): MailReason => ({ role, via: null, moved })

describe('the people that a bug concerns', () => {
  it('are all with a role in it', () => {
    expect(rolesOf(bug, noRoleChanges, true)).toEqual(
      new Map([
        [bob, [own('assigned_to')]],
        [carl, [own('qa_contact')]],
        [dora, [own('cc')]],
        [alice, [own('creator')]],
      ]),
    )
  })

  it('do not include a QA contact where QA contacts are not in use', () => {
    const roleChanges = { ...noRoleChanges, lost: { ...noRoleChanges.lost, qa_contact: [eve] } }
    expect([...rolesOf(bug, roleChanges, false).keys()].toSorted((a, b) => a - b)).toEqual([alice, bob, dora])
  })

  it('include those who just lost a role', () => {
    const lost = { assigned_to: [eve], qa_contact: [dora], cc: [alice, bob] }
    expect(rolesOf(bug, { ...noRoleChanges, lost }, true)).toEqual(
      new Map([
        [bob, [own('assigned_to'), own('cc', 'lost')]],
        [eve, [own('assigned_to', 'lost')]],
        [carl, [own('qa_contact')]],
        [dora, [own('qa_contact', 'lost'), own('cc')]],
        [alice, [own('cc', 'lost'), own('creator')]],
      ]),
    )
  })

  it('include those who just got a role, once', () => {
    const gained = { assigned_to: [bob], qa_contact: [], cc: [dora] }
    const roles = rolesOf(bug, { ...noRoleChanges, gained }, true)
    expect([roles.get(bob), roles.get(dora), roles.get(carl)]).toEqual([
      [own('assigned_to', 'gained')],
      [own('cc', 'gained')],
      [own('qa_contact')],
    ])
  })

  it('are known for the time before some changes', () => {
    const moved = (gained: object, lost: object) => ({
      gained: { ...noRoleChanges.gained, ...gained },
      lost: { ...noRoleChanges.lost, ...lost },
    })
    const changes = [
      moved({ assigned_to: [dora], qa_contact: [carl] }, { assigned_to: [alice], cc: [eve] }),
      moved({ assigned_to: [bob] }, { assigned_to: [dora] }),
      // Two steps of one operation.
      moved({ assigned_to: [eve, bob], cc: [dora, alice] }, { assigned_to: [bob, eve], cc: [alice] }),
    ]
    expect(rolesBefore([], bug)).toEqual(bug)
    expect(rolesBefore(changes.map(netOf), { ...bug, cc: [alice, dora] })).toEqual({
      creator_id: alice,
      assigned_to: [alice],
      qa_contact: [],
      cc: [alice, eve],
    })
  })

  it('include users who watch one of them, but not the watchers of a watcher', () => {
    const holds = new Map([[bob, [own('assigned_to'), own('cc')]]])
    const watches = [
      { user_id: eve, object_id: bob },
      { user_id: carl, object_id: eve },
    ]
    expect(withWatchers(holds, watches, (id) => `user${id}`)).toEqual(
      new Map([
        [bob, [own('assigned_to'), own('cc')]],
        [
          eve,
          [
            { ...own('assigned_to'), via: 'user2' },
            { ...own('cc'), via: 'user2' },
          ],
        ],
      ]),
    )
  })
})

describe('the events that mail preferences name', () => {
  const table: readonly (readonly [field: string, event: MailEvent])[] = [
    ['resolution', 'resolution'],
    ...(['status', 'priority', 'severity', 'target_milestone'] as const).map((field) => [field, 'management'] as const),
    ['product', 'component'],
    ['component', 'component'],
    ['keywords', 'keywords'],
    ['cc', 'cc'],
    ['depends_on', 'dependency'],
    ['blocks', 'dependency'],
    ['attachments.description', 'attachment_data'],
    ['attachments.mimetype', 'attachment_data'],
    ['attachments.ispatch', 'attachment_data'],
    ...[
      'summary',
      'assigned_to',
      'groups',
      'flagtypes.name',
      'whiteboard',
      'work_time',
      'attachments.isobsolete',
      'cf_any',
    ].map((field) => [field, 'other'] as const),
  ]
  it.each(table)('call a change of %s %s', (field, event) => {
    expect(eventsOf({ is_new: false, fields: [field], comments: [] })).toEqual(new Set([event]))
  })

  it('distinguish comments, attachments and new bugs', () => {
    const of = (comments: string[], is_new = false) => [...eventsOf({ is_new, fields: [], comments })]
    expect(of(['normal'])).toEqual(['comment'])
    expect(of(['attachment_updated', 'duplicate_of'])).toEqual(['comment'])
    expect(of(['attachment_created'])).toEqual(['attachment'])
    expect(of(['normal'], true).toSorted()).toEqual(['comment', 'created'])
    expect([...dependencyEvents].toSorted()).toEqual(['dependency', 'management', 'resolution'])
  })
})

describe('mail preferences', () => {
  const off: Record<string, boolean> = Object.fromEntries(Object.keys(allEmail.cc).map((event) => [event, false]))
  const none = withPreferences(allEmail, { assigned_to: off, qa_contact: off, creator: off, cc: off })
  const only = (role: string, ...events: MailEvent[]) =>
    withPreferences(none, { [role]: Object.fromEntries(events.map((event) => [event, true])) })
  const base = { ways: defaultWays, is_global: false, isUnconfirmed: false, isOwn: false }
  const ask = (
    preferences: EmailPreferences,
    holds: readonly MailReason[],
    events: readonly MailEvent[],
    more: Partial<typeof base> = {},
  ) => wantsMail({ ...base, preferences, holds, events: new Set(events), ...more })

  const table: [title: string, wanted: boolean, ...Parameters<typeof ask>][] = [
    ['one event in one role', true, only('cc', 'comment'), [own('cc')], ['comment', 'other']],
    ['the event in another role', false, only('cc', 'comment'), [own('creator')], ['comment']],
    ['another event in the role', false, only('cc', 'comment'), [own('cc')], ['other']],
    ['no role at all', false, allEmail, [], ['comment']],
    ['one of several roles', true, only('cc', 'comment'), [own('creator'), own('cc')], ['comment']],
    ['a role that was got', true, only('cc', 'role'), [own('cc', 'gained')], ['cc']],
    ['a role that was lost', true, only('assigned_to', 'role'), [own('assigned_to', 'lost')], ['other']],
    ['a role that did not change', false, only('cc', 'role'), [own('cc')], ['cc']],
    [
      'unconfirmed, which is not wanted',
      false,
      only('cc', 'comment'),
      [own('cc')],
      ['comment'],
      { isUnconfirmed: true },
    ],
    [
      'unconfirmed, which is wanted',
      true,
      only('cc', 'comment', 'unconfirmed'),
      [own('cc')],
      ['comment'],
      { isUnconfirmed: true },
    ],
    ['unconfirmed alone', false, only('cc', 'unconfirmed'), [own('cc')], ['comment'], { isUnconfirmed: true }],
    ['own changes, which are not wanted', false, only('cc', 'comment'), [own('cc')], ['comment'], { isOwn: true }],
    [
      'own changes, which are wanted',
      true,
      only('cc', 'comment', 'own_change'),
      [own('cc')],
      ['comment'],
      { isOwn: true },
    ],
    [
      'a role in which nothing speaks against it',
      true,
      withPreferences(only('cc', 'comment', 'own_change'), { creator: { comment: true } }),
      [own('creator'), own('cc')],
      ['comment'],
      { isOwn: true },
    ],
    [
      'two roles that each miss something',
      false,
      withPreferences(only('cc', 'own_change'), { creator: { comment: true } }),
      [own('creator'), own('cc')],
      ['comment'],
      { isOwn: true },
    ],
    [
      'everything, as global watchers do',
      true,
      none,
      [],
      ['comment'],
      { is_global: true, isOwn: true, isUnconfirmed: true },
    ],
    ['by default: comments', true, defaultEmail, [own('cc')], ['comment']],
    ['by default: changes of CC as reporter', true, defaultEmail, [own('creator')], ['cc']],
    [
      'by default: changes of CC as anybody else',
      false,
      defaultEmail,
      [own('assigned_to'), own('qa_contact'), own('cc')],
      ['cc'],
    ],
    ['by default: unconfirmed bugs', true, defaultEmail, [own('cc')], ['comment'], { isUnconfirmed: true }],
    ['by default: own changes', false, defaultEmail, [own('creator')], ['comment', 'created'], { isOwn: true }],
  ]
  it.each(table)('decide: %s (%s)', (_, wanted, preferences, holds, events, more) => {
    expect(ask(preferences, holds, events, more)).toBe(wanted)
  })

  it('exclude users who have switched mail off and users with a disabled account [EVT-02]', () => {
    expect(getsMail({ email_enabled: true, login_denied_text: '' })).toBe(true)
    expect(getsMail({ email_enabled: false, login_denied_text: '' })).toBe(false)
    expect(getsMail({ email_enabled: true, login_denied_text: 'Left' })).toBe(false)
  })
})
