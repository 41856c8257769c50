import { resource } from '../../call/define/resource.js'
import { getFollows } from './get.js'
import { updateFollows } from './update.js'

export const follows = resource({
  name: 'follows',
  one: 'follow',
  title: 'Following',
  operations: { get: getFollows, update: updateFollows },
})
