import { resource } from '../../call/define/resource.js'
import { createCodeHook } from './create.js'
import { deleteCodeHooks } from './delete.js'
import { getCodeHooks } from './get.js'
import { rotateCodeHookSecret } from './rotate.js'
import { updateCodeHooks } from './update.js'

export const codeHooks = resource({
  name: 'codeHooks',
  one: 'codeHook',
  title: 'Code hooks',
  operations: {
    create: createCodeHook,
    get: getCodeHooks,
    update: updateCodeHooks,
    delete: deleteCodeHooks,
    rotate: rotateCodeHookSecret,
  },
})
