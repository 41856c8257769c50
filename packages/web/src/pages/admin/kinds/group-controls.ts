// Group controls of a product. There is one for each pair that has ever been set; it is set, never created or deleted.
import type { GroupControl } from '@trackerkit/client'
import type { Choice, Kind, Thing } from './kind.js'
import { formFields } from './form-fields.js'

export const groupControls: Kind = {
  name: 'group-controls',
  right: 'editcomponents',
  parent: 'products',
  audited: 'GroupControl',
  fields: formFields('group-controls', {
    group: { type: 'choice', only: 'new' },
    member_control: {},
    other_control: {},
    entry: {},
    canedit: {},
    editcomponents: {},
    editbugs: {},
    canconfirm: {},
  }),
  columns: ['member_control', 'other_control', 'entry', 'canedit', 'editcomponents', 'editbugs', 'canconfirm'],
  list: async (operations, product) => {
    const { group_controls } = await operations.groupControls.get({ names: [product] })
    return group_controls.map(thingOf)
  },
  choices: async (operations) => {
    const { groups } = await operations.groups.get()
    return { group: groups.map(({ name: value }): Choice => ({ value })) }
  },
  create: (operations, values, product) => operations.groupControls.update({ names: [product], ...values } as never),
  update: (operations, { key }, changes, product) =>
    operations.groupControls.update({ names: [product], group: key, ...changes }),
}

function thingOf({ group_id, group, member_control, other_control, ...rest }: GroupControl): Thing {
  const { entry, canedit, editcomponents, editbugs, canconfirm } = rest
  return {
    id: group_id,
    key: group,
    values: { group, member_control, other_control, entry, canedit, editcomponents, editbugs, canconfirm },
  }
}
