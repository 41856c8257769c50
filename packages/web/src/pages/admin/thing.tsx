// An existing or new object of the configuration: its form, its parts, and its audit log.
import { isTrackerError, type AuditEntry, type User } from '@trackerkit/client'
import type { Client } from '../../page/operations.js'
import { EraseButton } from '../../parts/erase-button.js'
import { LinkedAccountsTable, type LinkedAccounts } from '../../parts/linked-accounts.js'
import { Link } from '../../parts/link.js'
import { useApp } from '../../state/app.js'
import type { Texts } from '../../texts/index.js'
import { definePage } from '../../page/define.js'
import { offsetIn } from '../../page/offset.js'
import { partOf, type Part } from '../../page/part.js'
import { Missing, pathOf, type PageAddress } from '../../page/page.js'
import { PasskeysOf, type PasskeyList } from '../../parts/passkey-table.js'
import { PartLinks } from '../../parts/part-links.js'
import { Time } from '../../parts/time.js'
import { ActAs } from './act-as.js'
import { AuditTable } from './audit-table.js'
import { ThingForm } from './form.js'
import { Frame, type Crumb } from './frame.js'
import { nameOf, type Choice, type Kind, type Parent, type Thing } from './kinds/kind.js'
import { kindOf, partsOf } from './kinds/index.js'
import { IntakeKey } from './intake-key.js'
import { ResetSecondFactor } from './reset-second-factor.js'
import { RotateSecret } from './secret-dialog.js'
import { requireRight } from './sections.js'
import { pathOfNew, ThingTable } from './thing-table.js'
import { isErasingAllowed } from '../../page/erasable.js'
import { adminTexts } from '../../texts/english/admin.js'
import { loginsTexts } from '../../texts/english/logins.js'

interface ThingData {
  readonly kind: Kind
  readonly parent: Parent
  readonly thing: Thing | undefined
  readonly choices: Readonly<Record<string, readonly Choice[]>>
  readonly parts: readonly (Part<Thing> & { readonly kind: Kind })[]
  readonly changes: readonly AuditEntry[]
  readonly mayErase: boolean
  readonly facts: UserFacts
  /** The accounts at login providers, for user administrators. */
  readonly linked: LinkedAccounts
  readonly passkeys: PasskeyList
}

export const thing = definePage<ThingData>({
  texts: { admin: adminTexts, logins: loginsTexts },
  load: async (operations, address) => {
    const { in: parentKind, parent = '', kind: name, name: key = '' } = address.params
    const kind = kindOf(name, parentKind)
    if (!kind) throw new Missing('page')
    requireRight(address, kind.right)
    await requireParent(operations, kind, parent)
    const thing = await find(operations, kind, key, parent)
    if (!thing) throw new Missing('page')
    const [choices, parts, changes, mayErase, facts, logins] = await Promise.all([
      kind.choices?.(operations, parent, key) ?? {},
      Promise.all(partsOf(kind).map((part) => loadPart(operations, part, key, offsetIn(address.query, part.name)))),
      changesOf(operations, kind, thing, address),
      kind.name === 'users' && isErasingAllowed(operations, address, 'allowuserdeletion'),
      factsOf(operations, kind, thing),
      loginsOf(operations, kind, thing),
    ])
    return { kind, parent, thing, choices, parts, changes, mayErase, facts, ...logins }
  },
  title: titleOf,
  View: ThingPage,
})

export const newThing = definePage<ThingData>({
  texts: { admin: adminTexts },
  load: async (operations, address) => {
    const parent = address.query.get('in') ?? ''
    const name = address.params['kind']
    const kind = kindOf(name) ?? ['products', 'fields'].map((one) => kindOf(name, one)).find((one) => one)
    if (!kind?.create) throw new Missing('page')
    requireRight(address, kind.right)
    await requireParent(operations, kind, parent)
    const choices = (await kind.choices?.(operations, parent, '')) ?? {}
    const none = { thing: undefined, parts: [], changes: [], mayErase: false, facts: {}, ...noLogins }
    return { kind, parent, choices, ...none }
  },
  title: titleOf,
  View: ThingPage,
})

/** @throws Missing */
async function requireParent(operations: Client, kind: Kind, parent: Parent): Promise<void> {
  if (kind.parent === undefined) return
  const above = kindOf(kind.parent)
  if (!above || !(await find(operations, above, parent, ''))) throw new Missing('page')
}

async function find(operations: Client, kind: Kind, key: string, parent: Parent): Promise<Thing | undefined> {
  if (kind.get) return kind.get(operations, key, parent)
  return (await kind.list(operations, parent, '')).find((one) => one.key === key)
}

async function loadPart(
  operations: Client,
  kind: Kind,
  parent: string,
  offset: number,
): Promise<ThingData['parts'][number]> {
  const part = partOf(await kind.list(operations, parent, ''), offset)
  return { ...part, kind, rows: (await kind.complete?.(operations, part.rows, parent)) ?? part.rows }
}

const mostChanges = 20

/** The last changes, for users who may read the audit log. Field values have no IDs here. */
async function changesOf(operations: Client, kind: Kind, { id }: Thing, { who }: PageAddress) {
  if (!who?.rights.includes('admin') || kind.name === 'values' || kind.name === 'group-controls') return []
  const { audit_log } = await operations.audit.get({ class: kind.audited, object_id: id, limit: mostChanges })
  return audit_log
}

/** Of a user. */
type UserFacts = Pick<Partial<User>, 'second_factor' | 'bounces' | 'bounced_time'>

async function factsOf(operations: Client, { name }: Kind, { id }: Thing): Promise<UserFacts> {
  if (name !== 'users') return {}
  const include_fields = ['second_factor', 'bounces', 'bounced_time'] as const
  const { users } = await operations.users.get({ ids: [id], include_fields })
  return users[0] ?? {}
}

/** Those of administrators are for administrators only. */
async function loginsOf(
  operations: Client,
  { name }: Kind,
  { key: user }: Thing,
): Promise<Pick<ThingData, 'linked' | 'passkeys'>> {
  if (name !== 'users') return noLogins
  try {
    const [{ linked_accounts: linked }, { passkeys }] = await Promise.all([
      operations.linkedAccounts.get({ user }),
      operations.passkeys.get({ user }),
    ])
    return { linked, passkeys }
  } catch (error) {
    if (isTrackerError(error, 'auth_failure')) return noLogins
    throw error
  }
}

const noLogins = { linked: [], passkeys: [] }

function titleOf({ kind, thing: one }: ThingData, { admin }: Texts): string {
  return one ? nameOf(kind, one) : admin.new(admin.kinds[kind.name].one)
}

function Bounced({ of: { bounces = 0, bounced_time } }: { readonly of: UserFacts }) {
  const { admin } = useApp().texts
  if (bounced_time === undefined) return null
  return (
    <p class="quiet-text">
      {admin.bounced(bounces)} <Time at={bounced_time} />
    </p>
  )
}

interface LoginsProps extends Pick<ThingData, 'linked' | 'passkeys'> {
  readonly user: string
}

function Logins({ user, linked, passkeys }: LoginsProps) {
  const labels = useApp().texts.logins
  return (
    <>
      {linked.length > 0 && (
        <section class="parts">
          <h2>{labels.table}</h2>
          <LinkedAccountsTable linked={linked} user={user} />
        </section>
      )}
      {passkeys.length > 0 && (
        <section class="parts">
          <h2>{labels.passkeys}</h2>
          <PasskeysOf passkeys={passkeys} user={user} />
        </section>
      )}
    </>
  )
}

function ThingPage({ data, address }: { readonly data: ThingData; readonly address: PageAddress }) {
  const { texts, who, site } = useApp()
  const mayActAs = who?.rights.includes('bz_sudoers') === true && site.login.by === 'pages' && !site.isActing
  const { kind, parent, thing: one, choices, parts, changes, mayErase, facts, linked, passkeys } = data
  const { admin } = texts
  return (
    <Frame
      key={address.path}
      heading={titleOf(data, texts)}
      above={aboveOf(kind, parent, texts)}
      action={one && kind.bugs && <Link to={bugsOf(kind.bugs(one.key, parent))}>{admin.bugs}</Link>}
    >
      <ThingForm kind={kind} parent={parent} thing={one} choices={choices} />
      {kind.name === 'users' && one && mayActAs && one.id !== who?.id && <ActAs login={one.key} />}
      {kind.name === 'code-hooks' && one && <RotateSecret id={one.id} />}
      {kind.name === 'intakes' && one && <IntakeKey id={one.id} value={String(one.values['key'])} />}
      <Bounced of={facts} />
      {facts.second_factor && one && one.id !== who?.id && <ResetSecondFactor id={one.id} />}
      {mayErase && one && (
        <EraseButton
          what={{ kind: 'user', id: one.id, name: one.key, leadsTo: pathOf('admin', 'users') }}
          label={admin.eraseAccount}
        />
      )}
      {one && <Logins user={one.key} linked={linked} passkeys={passkeys} />}
      {parts.map(({ kind: part, rows, offset, total }) => (
        <section key={part.name} class="parts">
          <div class="section-head">
            <h2>{admin.kinds[part.name].many}</h2>
            {part.create && one && (
              <Link class="button" to={pathOfNew(part, one.key)}>
                {admin.new(admin.kinds[part.name].one)}
              </Link>
            )}
          </div>
          <ThingTable kind={part} parent={one?.key ?? ''} things={rows} none={admin.noneYet} />
          <PartLinks
            part={{ rows, offset, total }}
            address={address}
            of={admin.kinds[part.name].many}
            name={part.name}
          />
        </section>
      ))}
      {changes.length > 0 && (
        <section class="parts">
          <h2>{admin.changes}</h2>
          <AuditTable label={admin.changes} entries={changes} />
        </section>
      )}
    </Frame>
  )
}

const bugsOf = (criteria: Readonly<Record<string, string>>) =>
  `/bugs?${new URLSearchParams({ ...criteria, status: '__open__' })}`

function aboveOf(kind: Kind, parent: Parent, { admin }: Texts): Crumb[] {
  const top = kind.parent ?? kind.name
  const list = { to: pathOf('admin', top), text: admin.kinds[top].many }
  return kind.parent === undefined ? [list] : [list, { to: pathOf('admin', top, parent), text: parent }]
}
