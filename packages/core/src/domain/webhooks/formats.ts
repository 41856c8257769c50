// What a webhook may be told of, and in which form.

export const webhookEvents = ['created', 'changed', 'comment', 'attachment', 'flag', 'hidden', 'deleted'] as const

export const webhookFormats = ['standard'] as const
