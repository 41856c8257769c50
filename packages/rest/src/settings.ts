// The parameters of the installation that concern the wire.
import type { Tracker } from '@trackerkit/core'

type Name = 'inbound_proxies' | 'maxattachmentsize' | 'maxlocalattachment'

/** Parameters by name, as they are now: the tracker remembers them, so asking costs little. */
export async function readSettings<N extends Name>(tracker: Tracker, ...names: N[]): Promise<Record<N, string>> {
  const { parameters } = await tracker.asSystem().parameters.get({ include_fields: names })
  return Object.fromEntries(names.map((name) => [name, parameters[name] ?? ''])) as Record<N, string>
}
