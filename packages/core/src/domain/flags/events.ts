// Events of flag changes.
import { must } from '../../kernel/must.js'
import { requireUser, type Call } from '../../call/context.js'
import type { FlagMove } from './changes.js'

export function emitFlags(call: Call, bug_id: number, moves: readonly FlagMove[]): void {
  const { catalogue, now: at } = call
  for (const { type_id, attachment_id, before, after } of moves) {
    const name = must(catalogue.flagTypes.get(type_id), 'flag type', type_id).name
    const user_id = requireUser(call.who).id
    call.emit('flag.changed', { bug_id, attachment_id, type_id, name, user_id, at, before, after })
  }
}
