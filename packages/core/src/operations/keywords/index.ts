import { resource } from '../../call/define/resource.js'
import { createKeyword } from './create.js'
import { deleteKeywords } from './delete.js'
import { getKeywords } from './get.js'
import { updateKeywords } from './update.js'

export const keywords = resource({
  name: 'keywords',
  one: 'keyword',
  title: 'Keywords',
  operations: { create: createKeyword, get: getKeywords, update: updateKeywords, delete: deleteKeywords },
})
