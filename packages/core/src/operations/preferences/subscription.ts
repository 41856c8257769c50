import { defineRead } from '../../call/define/operation.js'
import { requireUnsubscription, unsubscribeInput, unsubscribeOutput } from '../../mail/unsubscribe/link.js'

export const getSubscription = defineRead({
  name: 'preferences.subscription',
  summary: 'Get the target of an unsubscribe link',
  description:
    'Returns what `preferences.unsubscribe` would end, and changes nothing. In browsers, the address shows a page ' +
    'with a button.',
  errors: ['object_does_not_exist'],
  examples: [
    { title: 'With the token of an email', code: 'await tracker.as(null).preferences.subscription({ token })' },
  ],
  access: 'exempt',
  input: unsubscribeInput,
  output: unsubscribeOutput,
  async run(_tx, { token }, call) {
    const { kind, id } = requireUnsubscription(call, token)
    return Promise.resolve({ kind, id })
  },
})
