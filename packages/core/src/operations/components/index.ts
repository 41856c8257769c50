import { resource } from '../../call/define/resource.js'
import { createComponent } from './create.js'
import { deleteComponents } from './delete.js'
import { getComponents } from './get.js'
import { updateComponents } from './update.js'

export const components = resource({
  name: 'components',
  one: 'component',
  title: 'Components',
  operations: { create: createComponent, get: getComponents, update: updateComponents, delete: deleteComponents },
})
