import { resource } from '../../call/define/resource.js'
import { updateTags } from './update.js'

export const tags = resource({
  name: 'tags',
  one: 'tag',
  title: 'Personal tags',
  operations: { update: updateTags },
})
