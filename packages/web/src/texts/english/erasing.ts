export const erasingTexts = {
  title: {
    bug: (name: string) => `Delete bug ${name}?`,
    attachment: (name: string) => `Erase attachment ${name}?`,
    comment: (name: string) => `Redact comment ${name}?`,
    user: (name: string) => `Erase ${name}?`,
  },
  hint: {
    bug: 'The bug goes for good, with its comments, attachments and history.',
    attachment: 'Its content goes for good. The attachment stays on its bug, without content.',
    comment: 'Its text goes for good, also what it said before it was edited.',
    user: 'Login, name, settings and searches go for good. What the person wrote stays, without the name.',
  },
  act: { bug: 'Delete', attachment: 'Erase', comment: 'Redact', user: 'Erase' },
  done: {
    bug: (name: string) => `Bug ${name} deleted`,
    attachment: (name: string) => `Attachment ${name} erased`,
    comment: (name: string) => `Comment ${name} redacted`,
    user: (name: string) => `${name} erased`,
  },
  reason: 'Reason',
  reasonHint: 'The audit log keeps it. Write nothing into it of what goes.',
  reassignTo: 'Reassign to',
  reassignHint: 'The login name of who gets open bugs and components.',
}
