// Several observers as one.
import type { Observer } from '@trackerkit/core'
import type { OperationWatch } from '@trackerkit/core/host'
import type { RequestObserver } from '@trackerkit/rest'

/** Combines observers of a tracker. If one throws, those after it are not called. */
export function together(...observers: readonly Observer[]): Observer {
  return {
    operation(begun) {
      const watches = observers.flatMap((one) => one.operation?.(begun) ?? [])
      return watches.length === 0 ? undefined : watchTogether(watches)
    },
    transaction: (ended) => observers.forEach((one) => one.transaction?.(ended)),
    delivery: (ended) => observers.forEach((one) => one.delivery?.(ended)),
    provider: (ended) => observers.forEach((one) => one.provider?.(ended)),
    inbound: (ended) => observers.forEach((one) => one.inbound?.(ended)),
    rule: (ended) => observers.forEach((one) => one.rule?.(ended)),
    reload: (what) => observers.forEach((one) => one.reload?.(what)),
    block: (block) => observers.forEach((one) => one.block?.(block)),
  }
}

function watchTogether(watches: readonly OperationWatch[]): OperationWatch {
  const following = watches.filter(({ statement }) => statement)
  return {
    ended: (ended) => watches.forEach((watch) => watch.ended(ended)),
    ...(following.length > 0 && {
      statement: (statement) => {
        const ends = following.flatMap((watch) => watch.statement?.(statement) ?? [])
        return () => ends.forEach((end) => end())
      },
    }),
  }
}

/**
 * Combines observers of requests. The first one with a parent for operations provides it, and the headers to pass on.
 */
export function requestsTogether(...observers: readonly RequestObserver[]): RequestObserver {
  return (begun) => {
    const watches = observers.flatMap((observe) => observe(begun) ?? [])
    const { parent, passedOn } = watches.find((watch) => watch.parent !== undefined) ?? {}
    return {
      parent,
      passedOn,
      block: (block) => watches.forEach((watch) => watch.block?.(block)),
      ended: (ended) => watches.forEach((watch) => watch.ended(ended)),
    }
  }
}
