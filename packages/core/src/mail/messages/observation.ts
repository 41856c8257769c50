import type { Environment } from '../../kernel/environment.js'
import { beginStages, type Observation } from '../../kernel/stages.js'

/** Making and sending messages. No line of the log is about them otherwise. */
export function observeMail({ observer, logger }: Environment): Observation {
  return beginStages({
    operation: 'mail',
    onBlock(block) {
      observer?.block?.(block)
      logger.warn('making a message kept the event loop', { milliseconds: Math.round(block.milliseconds) })
    },
  })
}
