import { resource } from '../../call/define/resource.js'
import { createCodeLink } from './create.js'
import { deleteCodeLinks } from './delete.js'
import { getCodeLinks } from './get.js'

export const codeLinks = resource({
  name: 'codeLinks',
  one: 'codeLink',
  title: 'Links to code',
  operations: { get: getCodeLinks, create: createCodeLink, delete: deleteCodeLinks },
})
