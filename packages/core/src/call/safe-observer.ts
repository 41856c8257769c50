import type { Logger } from '../kernel/environment.js'
import type { Observer, OperationWatch } from '../kernel/observer.js'

/** The same observer, with its errors logged instead of thrown. */
export function safeObserver(observer: Observer, logger: Logger): Observer {
  const { operation, transaction, delivery, provider, inbound, rule, reload, block } = observer

  function safe<A extends readonly unknown[], R>(tell: (...args: A) => R): (...args: A) => R | undefined {
    return (...args) => {
      try {
        return tell(...args)
      } catch (error) {
        logger.warn('an observer failed', { error })
        return undefined
      }
    }
  }

  const safeWatch = ({ statement, ended }: OperationWatch): OperationWatch => ({
    ended: safe((how) => ended(how)),
    ...(statement && {
      statement: safe((one) => {
        const end = statement(one)
        return end && safe(end)
      }),
    }),
  })

  return {
    ...(operation && {
      operation: safe((begun) => {
        const watch = operation.call(observer, begun)
        return watch && safeWatch(watch)
      }),
    }),
    ...(transaction && { transaction: safe(transaction.bind(observer)) }),
    ...(delivery && { delivery: safe(delivery.bind(observer)) }),
    ...(provider && { provider: safe(provider.bind(observer)) }),
    ...(inbound && { inbound: safe(inbound.bind(observer)) }),
    ...(rule && { rule: safe(rule.bind(observer)) }),
    ...(reload && { reload: safe(reload.bind(observer)) }),
    ...(block && { block: safe(block.bind(observer)) }),
  }
}
