// Contract: Server information, Parameters visibility.
import { hasRight, type Viewer } from '../../call/context.js'
import { parameterNames, parameterTable, type Audience } from '../../setup/parameters.js'

/** The parameters that the caller may read, by name. */
export function readableParameters(call: Viewer): Record<string, string> {
  const audiences = new Set<Audience>(['everybody'])
  if (call.who.user) audiences.add('logged_in')
  if (hasRight(call, 'tweakparams')) audiences.add('logged_in').add('tweakparams')
  const names = parameterNames.filter((name) => audiences.has(parameterTable[name].audience))
  return Object.fromEntries(names.map((name) => [name, call.catalogue.parameters[name]]))
}
