import { resource } from '../../call/define/resource.js'
import { createGroup } from './create.js'
import { deleteGroups } from './delete.js'
import { getGroups } from './get.js'
import { inheritGroups } from './inherit.js'
import { inheritanceOfGroups } from './inheritance.js'
import { updateGroups } from './update.js'

export const groups = resource({
  name: 'groups',
  one: 'group',
  title: 'Groups',
  operations: {
    create: createGroup,
    get: getGroups,
    update: updateGroups,
    delete: deleteGroups,
    inherit: inheritGroups,
    inheritance: inheritanceOfGroups,
  },
})
