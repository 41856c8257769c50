export const erasingTexts = {
  title: {
    bug: (name: string) => `Delete bug ${name}?`,
    attachment: (name: string) => `Erase attachment ${name}?`,
    comment: (name: string) => `Redact comment ${name}?`,
    user: (name: string) => `Erase ${name}?`,
  },
  hint: {
    bug: 'Permanently deletes the bug with its comments, attachments and history.',
    attachment: 'Permanently deletes the content. The empty attachment stays on the bug.',
    comment: 'Permanently deletes the text, including earlier versions.',
    user: 'Permanently deletes login, name, settings and searches. Comments and bugs stay, without the name.',
  },
  act: {
    bug: (name: string) => `Delete bug ${name}`,
    attachment: (name: string) => `Erase attachment ${name}`,
    comment: (name: string) => `Redact comment ${name}`,
    user: (name: string) => `Erase ${name}`,
  },
  done: {
    bug: (name: string) => `Bug ${name} deleted`,
    attachment: (name: string) => `Attachment ${name} erased`,
    comment: (name: string) => `Comment ${name} redacted`,
    user: (name: string) => `${name} erased`,
  },
  reason: 'Reason',
  reasonHint: 'Recorded in the audit log. Don’t repeat what you’re removing.',
  reassignTo: 'Reassign to',
  reassignHint: 'Login of the new owner of open bugs and components.',
}
