import { resource } from '../../call/define/resource.js'
import { getGroupControls } from './get.js'
import { updateGroupControls } from './update.js'

export const groupControls = resource({
  name: 'groupControls',
  one: 'group control',
  title: 'Group controls',
  operations: { get: getGroupControls, update: updateGroupControls },
})
