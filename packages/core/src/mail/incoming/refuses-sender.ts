/** Of these, the recipient is the reason: a disabled account, and a new owner of the mailbox or the domain. */
const policyOfSender = /(?<![\d.])5\.7\.(?!1[378]\b)/

/**
 * Returns whether a failure is due to the sender, for example a relay, spam or DMARC policy (status 5.7.x of RFC 3463 and RFC
 * 7372). Counted as a bounce, it would turn email off for all users.
 */
export function refusesSender(status: string): boolean {
  return policyOfSender.test(status)
}
