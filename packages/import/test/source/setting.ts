// The people and the configuration of the source: everything that an administrator can set up.
import type { Operations } from '@trackerkit/core'
import { below, chance, type Random } from '../../../../corpus/random.js'

/** The account that owns the key with which everything is read. */
export const administrator = {
  login: 'admin@bugs.example',
  password: 'correct horse battery',
  key: 'AdministratorsKey1234567890',
}
/** An account without any right, and its key. */
export const outsider = { login: 'outsider@else.example', key: 'OutsidersKey12345678901234' }

export interface Place {
  readonly product: string
  readonly components: readonly string[]
  readonly versions: readonly string[]
  readonly milestones: readonly string[]
  /** Groups that its bugs may be restricted to. */
  readonly groups: readonly string[]
}

export const places: readonly Place[] = [
  {
    product: 'Harbor',
    components: ['Booking', 'Search & Map', 'C++ / 100%', 'Größe', 'Old'],
    versions: ['1.0', '2.0 beta', 'unspecified', '0.1'],
    milestones: ['---', 'M1', 'Future?', 'Gone'],
    groups: ['core-team', 'security'],
  },
  {
    product: 'Lantern: “mobile”, iOS/Android',
    components: ['Sync', '画面', 'Notifications, push'],
    versions: ['unspecified', '1.4'],
    milestones: ['---', '1.5'],
    groups: ['security'],
  },
  {
    product: 'Vault',
    components: ['Safe', 'Door'],
    versions: ['1', '2'],
    milestones: ['---'],
    groups: ['core-team'],
  },
  { product: 'Toolbox', components: ['Build'], versions: ['0.9'], milestones: ['later'], groups: [] },
]
/** Takes no new bugs; those in it were moved there. */
const closed = { product: 'Attic', component: 'Boxes', version: '1999', target_milestone: '---' } as const

const groups = ['insiders', 'core-team', 'security', 'Trackers of Time'] as const
export const keywords = ['crash', 'regression', 'Ärger', 'help-wanted'] as const
export const statuses = {
  open: ['UNCONFIRMED', 'CONFIRMED', 'IN_PROGRESS', 'WAITING'],
  closed: ['RESOLVED', 'VERIFIED', 'ARCHIVED'],
} as const
export const resolutions = ['FIXED', 'INVALID', 'WONTFIX', 'WORKSFORME', 'MOVED'] as const
export const choices = {
  cf_team: ['Red', 'Blue', 'Käse & Brot'],
  cf_platforms: ['iOS', 'Android', 'Web, mobile', 'Amiga'],
} as const
export const flagNames = { bug: ['blocker', 'needinfo', 'blocker-2'], attachment: ['review', 'needinfo'] } as const

/** The people who act in the source. */
export interface People {
  /** May change everything. */
  readonly editors: readonly string[]
  /** May file bugs and comment. */
  readonly others: readonly string[]
  /** Have left; they are still named. */
  readonly disabled: readonly string[]
}

const names = [
  'Ada Okafor',
  'Zoë Ångström',
  '李小龍',
  'O’Neil, Sean "Shay"',
  'Ben <ben> Larsson',
  '',
  'إبراهيم',
  'Elif Demir 🐞',
]

/** Fills an empty tracker with everything but bugs. */
export async function configure(system: Operations, random: Random, count: number): Promise<People> {
  await system.apiKeys.create({ key: administrator.key, description: 'Moving' })
  await setUpGroups(system)
  const people = await setUpPeople(system, random, count)
  await setUpFields(system)
  await setUpProducts(system, people)
  await setUpFlags(system)
  for (const name of keywords) await system.keywords.create({ name, description: `About <b>${name}</b>` })
  return people
}

/** Deactivates parts after bugs have used them. */
export async function retire(system: Operations): Promise<void> {
  await system.components.update({ product: 'Harbor', names: ['Old'], is_open: false })
  await system.versions.update({ product: 'Harbor', names: ['0.1'], is_active: false })
  await system.milestones.update({ product: 'Harbor', names: ['Gone'], is_active: false })
  await system.keywords.update({ names: ['help-wanted'], is_active: false })
  await system.fieldValues.update({ field: 'priority', names: ['Someday'], is_active: false })
  await system.fieldValues.update({ field: 'cf_platforms', names: ['Amiga'], is_active: false })
  await system.flagTypes.update({ names: ['blocker-2'], is_active: false })
  await system.products.update({ names: [closed.product], is_open: false })
}

async function setUpGroups(system: Operations): Promise<void> {
  for (const name of groups) await system.groups.create({ name, description: `Members of ${name}`, is_active: true })
  await system.groups.create({ name: 'former', description: 'Not in use', is_active: false })
  await system.groups.create({
    name: 'by-pattern',
    description: 'Everybody of one house',
    user_regexp: '@else\\.example$',
    is_active: true,
  })
  await system.groups.update({ names: ['editbugs'], user_regexp: '@bugs\\.example$' })
  const switches = {
    insidergroup: 'insiders',
    timetrackinggroup: 'Trackers of Time',
    comment_taggers_group: 'editbugs',
  }
  await system.parameters.update({
    parameters: {
      ...switches,
      useqacontact: '1',
      usestatuswhiteboard: '1',
      usetargetmilestone: '1',
      useclassification: '1',
    },
  })
}

async function setUpPeople(system: Operations, random: Random, count: number): Promise<People> {
  const made = { editors: [] as string[], others: [outsider.login] as string[], disabled: [] as string[] }
  await system.users.create({ email: outsider.login, full_name: 'Out Sider' })
  await system.apiKeys.create({ user: outsider.login, key: outsider.key, description: 'Nothing' })
  await system.users.update({ names: [administrator.login], groups: { add: [...groups] } })
  for (let number = 0; number < count; number++) {
    const kind =
      number < 4
        ? 'editors'
        : number === 4
          ? 'disabled'
          : ((['editors', 'others', 'others', 'disabled'] as const)[below(random, 4)] ?? 'others')
    const login = kind === 'editors' ? `ed.itor+${number}@bugs.example` : `person-${number}@else.example`
    await system.users.create({ email: login, full_name: names[number % names.length] ?? '' })
    if (kind === 'editors') await system.users.update({ names: [login], groups: { add: [...groups] } })
    if (chance(random, 0.2)) await system.users.update({ names: [login], email_enabled: false })
    made[kind].push(login)
  }
  return made
}

async function setUpFields(system: Operations): Promise<void> {
  for (const [name, type] of Object.entries({
    text: 1,
    team: 2,
    platforms: 3,
    story: 4,
    when: 5,
    ticket: 6,
    day: 9,
    points: 10,
  }))
    await system.fields.create({
      name: `cf_${name}`,
      display_name: `The ${name}`,
      type,
      is_on_bug_entry: type !== 4,
      sort_key: type * 10,
    })
  await system.fields.create({ name: 'cf_unused', display_name: 'Not in use', type: 1 })
  await system.fields.update({ names: ['cf_unused'], is_obsolete: true })
  for (const [field, values] of Object.entries(choices))
    for (const [index, name] of values.entries())
      await system.fieldValues.create({ field, name, sort_key: 10 * index + 5 })
  await system.fieldValues.create({ field: 'priority', name: 'Someday', sort_key: 550 })
  await system.fieldValues.create({ field: 'severity', name: 'cosmétique', sort_key: 650 })
  await system.fieldValues.create({ field: 'op_sys', name: 'Plan 9', sort_key: 450 })
  await system.fieldValues.create({ field: 'resolution', name: 'MOVED', sort_key: 650 })
  await system.fieldValues.create({ field: 'status', name: 'WAITING', is_open: true, sort_key: 250 })
  await system.fieldValues.create({ field: 'status', name: 'ARCHIVED', is_open: false, sort_key: 600 })
  await system.workflow.update({
    add: [
      ...['UNCONFIRMED', 'CONFIRMED', 'IN_PROGRESS'].flatMap((open) => [
        { from: open, to: 'WAITING' },
        { from: 'WAITING', to: open },
      ]),
      ...['RESOLVED', 'VERIFIED'].map((from) => ({ from, to: 'ARCHIVED' })),
      { from: 'ARCHIVED', to: 'CONFIRMED', comment_required: true },
      { from: 'WAITING', to: 'RESOLVED' },
    ],
  })
}

async function setUpProducts(system: Operations, { editors, others }: People): Promise<void> {
  const [owner = '', second = owner] = editors
  await system.classifications.create({
    name: 'Software für Kunden',
    description: 'What <i>customers</i> see',
    sort_key: 3,
  })
  await system.classifications.create({ name: 'Inside', description: '', sort_key: 9 })
  for (const [index, { product, components, versions, milestones, groups: own }] of places.entries()) {
    const [version = '', ...more] = versions
    await system.products.create({
      ...{
        name: product,
        description: `All about ${product}`,
        version,
        classification: index < 2 ? 'Software für Kunden' : 'Unclassified',
      },
      ...{ has_unconfirmed: index !== 3, default_milestone: milestones[0] ?? '---' },
    })
    for (const [key, name] of more.entries()) await system.versions.create({ product, name, sort_key: key })
    for (const [key, name] of milestones.slice(1).entries())
      await system.milestones.create({ product, name, sort_key: 5 * key })
    for (const [key, name] of components.entries()) {
      const both = key % 2 === 1 ? { default_qa_contact: second, default_cc: others.slice(0, 2) } : {}
      await system.components.create({
        product,
        name,
        description: `<p>${name}</p>`,
        default_assignee: owner,
        ...both,
        sort_key: key,
      })
    }
    for (const group of own) {
      const mandatory = { entry: true, member_control: 'mandatory', other_control: 'mandatory' } as const
      const kind = product === 'Vault' ? mandatory : ({ member_control: 'shown', other_control: 'shown' } as const)
      await system.groupControls.update({ names: [product], group, ...kind })
    }
  }
  const { product, component: name, version } = closed
  await system.products.create({ name: product, description: 'What was', version, classification: 'Inside' })
  await system.components.create({ product, name, description: 'Dusty', default_assignee: owner })
}

async function setUpFlags(system: Operations): Promise<void> {
  const { flagTypes } = system
  await flagTypes.create({
    name: 'blocker',
    description: 'Blocks the <b>release</b>',
    inclusions: ['Harbor', 'Vault'],
    is_multiplicable: false,
    sort_key: 3,
  })
  await flagTypes.create({ name: 'needinfo', description: 'Somebody has to say more', cc_list: 'list@lists.example' })
  await flagTypes.create({ name: 'blocker-2', description: 'Once', is_requestable: false })
  const inclusions = [{ Harbor: ['Booking', 'Größe'] }, 'Vault', 'Lantern: “mobile”, iOS/Android']
  await flagTypes.create({ name: 'review', description: 'Has been read', target_type: 'attachment', inclusions })
  await flagTypes.create({
    name: 'needinfo',
    description: 'Of a file',
    target_type: 'attachment',
    is_requesteeble: false,
  })
}
