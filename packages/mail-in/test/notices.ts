// Notices that email could not be delivered, as mail servers write them: RFC 3464, and the older forms without it.

export interface Notice {
  readonly name: string
  /** Without `To`. */
  readonly headers: readonly string[]
  readonly body: readonly string[]
  /** Counts as a bounce if it is sent to the return path. */
  readonly isBounce: boolean
}

const original = ['From: tracker@tracker.example', 'To: ann@example.com', 'Subject: [Bug 1] It blinks', '', 'At night.']
const part = (type: string, ...lines: readonly string[]) => ['--b', `Content-Type: ${type}`, '', ...lines, '']
const apology = part('text/plain; charset=us-ascii', 'It could not be delivered to ann@example.com: no such user.')
const status = (...fields: readonly string[]) =>
  part('message/delivery-status', 'Reporting-MTA: dns; mx.example.com', '', ...fields)
const failed = ['Final-Recipient: rfc822; ann@example.com', 'Action: failed', 'Status: 5.1.1']
const diagnostic = 'Diagnostic-Code: smtp; 550 5.1.1 no such user'
const report = 'Content-Type: multipart/report; report-type=delivery-status; boundary="b"'
const body = (...parts: readonly (readonly string[])[]) => [...parts.flat(), '--b--']
const replied = 'Auto-Submitted: auto-replied'

const reports: readonly Notice[] = [
  {
    name: 'Postfix',
    headers: ['Return-Path: <>', 'From: Mail Delivery System <MAILER-DAEMON@mx.example.com>', replied, report],
    body: body(
      apology,
      status('X-Postfix-Queue-ID: 1', '', ...failed, diagnostic),
      part('message/rfc822', ...original),
    ),
    isBounce: true,
  },
  {
    name: 'Postfix without SMTPUTF8 headers',
    headers: ['From: MAILER-DAEMON (Mail Delivery System)', 'Subject: Undelivered Mail Returned to Sender', report],
    body: body(apology, status(...failed), part('text/rfc822-headers', ...original.slice(0, 3))),
    isBounce: true,
  },
  {
    name: 'Gmail',
    headers: [
      ...['From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>', 'X-Failed-Recipients: ann@example.com'],
      ...[replied, report, 'Subject: Delivery Status Notification (Failure)', 'References: <1@tracker.example>'],
    ],
    body: body(
      [
        ...['--b', 'Content-Type: multipart/related; boundary="c"', ''],
        ...['--c', 'Content-Type: multipart/alternative; boundary="d"', ''],
        ...['--d', 'Content-Type: text/plain; charset="UTF-8"', '', 'Address not found', '', '--d--', '', '--c--', ''],
      ],
      status(...failed, diagnostic, 'Last-Attempt-Date: Mon, 02 Mar 2026 10:00:00 -0800 (PST)'),
      part('message/rfc822', ...original),
    ),
    isBounce: true,
  },
  {
    name: 'Exchange Online',
    headers: [
      ...['From: <postmaster@example.onmicrosoft.com>', report, 'Subject: Undeliverable: [Bug 1] It blinks'],
      ...['Content-Language: en-US', 'In-Reply-To: <1@tracker.example>', 'X-MS-Exchange-Message-Is-Ndr:'],
    ],
    body: body(
      apology,
      status(
        ...['Final-Recipient: rfc822;ann@example.com', 'Action: failed', 'Status: 5.1.10'],
        ...['Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found by SMTP address lookup'],
      ),
      part('message/rfc822', ...original),
    ),
    isBounce: true,
  },
  {
    name: 'Exchange behind a gateway that appends a disclaimer',
    headers: ['From: <postmaster@corp.example>', 'Content-Type: multipart/mixed; boundary="a"'],
    body: [
      ...['--a', report, '', ...body(apology, status(...failed), part('message/rfc822', ...original)), ''],
      ...['--a', 'Content-Type: text/plain', '', 'This email is confidential.', '', '--a--'],
    ],
    isBounce: true,
  },
  {
    name: 'Exim',
    headers: [
      ...['From: Mail Delivery System <Mailer-Daemon@mx.example.com>', 'X-Failed-Recipients: ann@example.com', replied],
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    ],
    body: body(
      apology,
      status('Action: failed', 'Final-Recipient: rfc822;ann@example.com', 'Status: 5.0.0'),
      part('message/rfc822', ...original),
    ),
    isBounce: true,
  },
  {
    name: 'Sendmail',
    headers: [
      ...['From: Mail Delivery Subsystem <MAILER-DAEMON@mx.example.com>', 'Auto-Submitted: auto-generated (failure)'],
      ...[report, 'Subject: Returned mail: see transcript for details'],
    ],
    body: body(
      apology,
      status(
        ...['Final-Recipient: RFC822; ann@example.com', 'Action: failed', 'Status: 5.1.1'],
        ...['Remote-MTA: DNS; mx.example.com', 'Last-Attempt-Date: Mon, 2 Mar 2026 10:00:00 GMT'],
      ),
      part('message/rfc822', ...original),
    ),
    isBounce: true,
  },
  {
    name: 'Sendmail, which tries again',
    headers: ['From: MAILER-DAEMON@mx.example.com', 'Auto-Submitted: auto-generated (warning-timeout)', report],
    body: body(apology, status('Final-Recipient: RFC822; ann@example.com', 'Action: delayed', 'Status: 4.4.2')),
    isBounce: false,
  },
  {
    name: 'a server whose mailbox is full',
    headers: ['Return-Path: <>', 'From: postmaster@mx.example.com', report],
    body: body(apology, status('Final-Recipient: rfc822; ann@example.com', 'Action: failed', 'Status: 4.2.2')),
    isBounce: false,
  },
]

/** Only their headers say what they are. */
const plain: readonly Notice[] = [
  {
    name: 'qmail',
    headers: ['Return-Path: <>', 'From: MAILER-DAEMON@mx.example.com', 'Subject: failure notice'],
    body: ['Hi. This is the qmail-send program at mx.example.com.', '', '<ann@example.com>:', 'No mailbox. (#5.1.1)'],
    isBounce: false,
  },
  {
    name: 'an older Exim',
    headers: ['From: Mail Delivery System <Mailer-Daemon@mx.example.com>', 'X-Failed-Recipients: ann@example.com'],
    body: ['This message was created automatically by mail delivery software.', '', '  ann@example.com', ...original],
    isBounce: false,
  },
  {
    name: 'an older Sendmail',
    headers: ['From: MAILER-DAEMON (Mail Delivery Subsystem)', 'Subject: Returned mail: User unknown'],
    body: ['   ----- Transcript of session follows -----', '550 ann@example.com... User unknown', '', ...original],
    isBounce: false,
  },
  {
    name: 'Domino',
    headers: ['Return-Path: <>', 'From: ann.server@corp.example', 'Subject: DELIVERY FAILURE: User not listed'],
    body: ['Your message was not delivered.'],
    isBounce: false,
  },
  {
    name: 'a pipe of Postfix, which names no domain',
    headers: ['Return-Path: <MAILER-DAEMON>', 'From: "Mail System" <mail@corp.example>'],
    body: ['No such user.'],
    isBounce: false,
  },
]

export const notices: readonly Notice[] = [...reports, ...plain]
