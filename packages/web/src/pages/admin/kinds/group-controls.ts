// What groups mean in a product. One is there for each pair that has ever been set; it is set, never made or removed.
import type { GroupControl } from '@trackerkit/client'
import type { Given, Kind, Thing } from './kind.js'

const switches = ['entry', 'canedit', 'editcomponents', 'editbugs', 'canconfirm'] as const

type Control = GroupControl['member_control']
const controls: readonly Control[] = ['na', 'shown', 'default', 'mandatory']

export const groupControls: Kind = {
  name: 'group-controls',
  right: 'editcomponents',
  parent: 'products',
  audited: 'GroupControl',
  fields: [
    { name: 'group', label: 'group', type: 'choice', only: 'new', isRequired: true },
    { name: 'member_control', label: 'member_control', type: 'choice', start: 'na' },
    { name: 'other_control', label: 'other_control', type: 'choice', start: 'na' },
    ...switches.map((name) => ({ name, label: name, type: 'check', start: false }) as const),
  ],
  columns: ['member_control', 'other_control', ...switches],
  list: async (operations, product) => {
    const { group_controls } = await operations.groupControls.get({ names: [product] })
    return group_controls.map(thingOf)
  },
  choices: async (operations) => {
    const { groups } = await operations.groups.get()
    const offered = controls.map((value) => ({ value }))
    return {
      group: groups.map(({ name: value }) => ({ value })),
      member_control: offered,
      other_control: offered,
    }
  },
  create: (operations, given, product) =>
    operations.groupControls.update({ names: [product], group: given.text('group') ?? '', ...settings(given) }),
  update: (operations, { key }, given, product) =>
    operations.groupControls.update({ names: [product], group: key, ...settings(given) }),
}

function thingOf({ group_id, group, member_control, other_control, ...rest }: GroupControl): Thing {
  const { entry, canedit, editcomponents, editbugs, canconfirm } = rest
  return {
    id: group_id,
    key: group,
    values: { group, member_control, other_control, entry, canedit, editcomponents, editbugs, canconfirm },
  }
}

function settings({ text, is }: Given) {
  const control = (name: string) => controls.find((one) => one === text(name))
  return {
    member_control: control('member_control'),
    other_control: control('other_control'),
    entry: is('entry'),
    canedit: is('canedit'),
    editcomponents: is('editcomponents'),
    editbugs: is('editbugs'),
    canconfirm: is('canconfirm'),
  }
}
