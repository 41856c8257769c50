export const bouncedTexts = {
  title: 'Email to you bounced',
  about: 'No email has been sent to you since it bounced on five days. Check your email address.',
  more: 'Email settings',
  turnOn: 'Turn on again',
  isOn: 'Email turned on',
}
