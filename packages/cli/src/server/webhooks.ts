// Sends the requests of webhooks.
import type { WebhookSender } from '@trackerkit/core/host'
import type { Command } from 'commander'
import { UsageError } from '../terminal/command.js'

export interface WebhookOptions {
  readonly webhookAllow?: readonly string[]
}

export function addWebhookOptions(command: Command): Command {
  return command.option(
    '--webhook-allow <HOST...>',
    'Private hosts that webhooks may call: HOST, HOST:PORT, an address or a range such as 10.1.0.0/16, ' +
      'comma-separated. Default: TRACKERKIT_WEBHOOK_ALLOW.',
  )
}

/** @throws UsageError */
export async function chosenSender({ webhookAllow }: WebhookOptions): Promise<WebhookSender> {
  const { httpSender } = await import('@trackerkit/webhooks')
  const allow = webhookAllow ?? []
  try {
    return httpSender({ allow: allow.filter((entry) => entry !== '') })
  } catch (error) {
    throw new UsageError(`--webhook-allow: ${(error as Error).message}`)
  }
}
