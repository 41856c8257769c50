import { resource } from '../../call/define/resource.js'
import { describeParameters } from './describe.js'
import { getParameters } from './get.js'
import { updateParameters } from './update.js'

export const parameters = resource({
  name: 'parameters',
  one: 'parameter',
  title: 'Parameters',
  operations: { get: getParameters, describe: describeParameters, update: updateParameters },
})
