// Events and formats of webhooks.

export const webhookEvents = [
  'created',
  'changed',
  'comment',
  'attachment',
  'flag',
  'code',
  'hidden',
  'deleted',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const webhookFormats = ['standard', 'bmo'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** The kind of feed entry that a request reports, or a test request. */
export const deliveryKinds = ['change', 'comment', 'attachment', 'ping'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/** 'queued': behind another one about the same bug. 'dropped': its owner may have no webhooks by now. 'dead': given up. */
export const deliveryStates = ['waiting', 'queued', 'sent', 'dropped', 'dead'] as const
